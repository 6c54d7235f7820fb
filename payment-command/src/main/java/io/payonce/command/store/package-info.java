@NullMarked
package io.payonce.command.store;

import org.jspecify.annotations.NullMarked;
