@NullMarked
package io.payonce.command.check;

import org.jspecify.annotations.NullMarked;
