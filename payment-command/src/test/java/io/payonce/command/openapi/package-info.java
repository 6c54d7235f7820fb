@NullMarked
package io.payonce.command.openapi;

import org.jspecify.annotations.NullMarked;
