/** Executes a plan against a stack, heals it, and waits until it rests. */
@NullMarked
package io.payonce.testbed.lab.run;

import org.jspecify.annotations.NullMarked;
