/** Taking a payment back. */
@NullMarked
package io.payonce.worker.reverse;

import org.jspecify.annotations.NullMarked;
