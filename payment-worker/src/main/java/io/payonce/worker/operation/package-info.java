/** What the queue holds and what a round of work on it came to: data and pure decisions. */
@NullMarked
package io.payonce.worker.operation;

import org.jspecify.annotations.NullMarked;
