@NullMarked
package io.payonce.testbed.lab.crash;

import org.jspecify.annotations.NullMarked;
