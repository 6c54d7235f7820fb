/** The stack under test: where its parts listen, and how to talk to them. */
@NullMarked
package io.payonce.testbed.lab.stack;

import org.jspecify.annotations.NullMarked;
