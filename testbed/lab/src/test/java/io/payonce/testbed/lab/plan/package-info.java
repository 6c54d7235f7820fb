@NullMarked
package io.payonce.testbed.lab.plan;

import org.jspecify.annotations.NullMarked;
