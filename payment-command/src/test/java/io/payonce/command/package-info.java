@NullMarked
package io.payonce.command;

import org.jspecify.annotations.NullMarked;
