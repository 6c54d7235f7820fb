/** Who works on what: claiming, running, writing down. */
@NullMarked
package io.payonce.worker.queue;

import org.jspecify.annotations.NullMarked;
