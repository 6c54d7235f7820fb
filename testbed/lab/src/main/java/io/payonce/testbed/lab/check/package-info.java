/** What must hold of a history, and what of it does not. Pure: no clock, no network, no files. */
@NullMarked
package io.payonce.testbed.lab.check;

import org.jspecify.annotations.NullMarked;
