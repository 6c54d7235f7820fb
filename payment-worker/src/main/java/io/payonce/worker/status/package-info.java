/** Asking a provider how a payment stands. */
@NullMarked
package io.payonce.worker.status;

import org.jspecify.annotations.NullMarked;
