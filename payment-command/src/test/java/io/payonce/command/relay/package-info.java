@NullMarked
package io.payonce.command.relay;

import org.jspecify.annotations.NullMarked;
