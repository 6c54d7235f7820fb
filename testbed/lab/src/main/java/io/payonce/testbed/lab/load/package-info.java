/** Shops and payers: what they do is drawn from the seed, how it ends is up to the system. */
@NullMarked
package io.payonce.testbed.lab.load;

import org.jspecify.annotations.NullMarked;
