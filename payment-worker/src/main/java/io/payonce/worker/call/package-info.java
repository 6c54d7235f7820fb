/** How a provider is called: one request, one answer or none, within limits. */
@NullMarked
package io.payonce.worker.call;

import org.jspecify.annotations.NullMarked;
