/** The tables this service owns. */
@NullMarked
package io.payonce.worker.store;

import org.jspecify.annotations.NullMarked;
