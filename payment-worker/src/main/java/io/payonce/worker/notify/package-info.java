/** Payment events to the merchant's webhook: each at least once, repeats told by the event id, in no order. */
@NullMarked
package io.payonce.worker.notify;

import org.jspecify.annotations.NullMarked;
