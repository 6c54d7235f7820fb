/** Commands from Kafka into the queue. */
@NullMarked
package io.payonce.worker.intake;

import org.jspecify.annotations.NullMarked;
