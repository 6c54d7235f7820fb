/** What is no longer needed goes, in small steps, so that the tables stay flat under load. */
@NullMarked
package io.payonce.command.housekeeping;

import org.jspecify.annotations.NullMarked;
