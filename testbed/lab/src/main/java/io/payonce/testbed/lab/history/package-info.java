/** What a run left behind, as far as it can be seen from outside the services: facts, no judgement. */
@NullMarked
package io.payonce.testbed.lab.history;

import org.jspecify.annotations.NullMarked;
