@NullMarked
package io.payonce.command.read;

import org.jspecify.annotations.NullMarked;
