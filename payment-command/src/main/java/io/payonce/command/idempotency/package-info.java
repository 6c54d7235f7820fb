@NullMarked
package io.payonce.command.idempotency;

import org.jspecify.annotations.NullMarked;
