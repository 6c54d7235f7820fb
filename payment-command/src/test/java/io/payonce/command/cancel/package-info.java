@NullMarked
package io.payonce.command.cancel;

import org.jspecify.annotations.NullMarked;
