@NullMarked
package io.payonce.command.wait;

import org.jspecify.annotations.NullMarked;
