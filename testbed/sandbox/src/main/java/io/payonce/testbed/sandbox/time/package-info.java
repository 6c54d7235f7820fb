@NullMarked
package io.payonce.testbed.sandbox.time;

import org.jspecify.annotations.NullMarked;
