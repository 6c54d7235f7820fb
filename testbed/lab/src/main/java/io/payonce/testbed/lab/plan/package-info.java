/** What goes wrong and when: a pure function of the seed and the length of the run. */
@NullMarked
package io.payonce.testbed.lab.plan;

import org.jspecify.annotations.NullMarked;
