@NullMarked
package io.payonce.command.housekeeping;

import org.jspecify.annotations.NullMarked;
