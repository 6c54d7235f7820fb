@NullMarked
package io.payonce.testbed.lab.check;

import org.jspecify.annotations.NullMarked;
