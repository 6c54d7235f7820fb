@NullMarked
package io.payonce.testbed.sandbox.signing;

import org.jspecify.annotations.NullMarked;
