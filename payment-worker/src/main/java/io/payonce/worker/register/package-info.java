/** Creating a payment at its provider, once. */
@NullMarked
package io.payonce.worker.register;

import org.jspecify.annotations.NullMarked;
