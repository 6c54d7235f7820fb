@NullMarked
package io.payonce.command.http;

import org.jspecify.annotations.NullMarked;
