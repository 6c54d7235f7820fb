@NullMarked
package io.payonce.testbed.sandbox.callbacks;

import org.jspecify.annotations.NullMarked;
