/** The program behind {@code ./lab}: a stack of its own, load, trouble by a seeded plan, and a judgement at the end. */
@NullMarked
package io.payonce.testbed.lab;

import org.jspecify.annotations.NullMarked;
