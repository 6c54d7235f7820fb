@NullMarked
package io.payonce.testbed.sandbox.calls;

import org.jspecify.annotations.NullMarked;
