@NullMarked
package io.payonce.testbed.sandbox.faults;

import org.jspecify.annotations.NullMarked;
