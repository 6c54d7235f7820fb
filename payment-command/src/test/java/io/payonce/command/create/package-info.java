@NullMarked
package io.payonce.command.create;

import org.jspecify.annotations.NullMarked;
