@NullMarked
package io.payonce.testbed.sandbox.journal;

import org.jspecify.annotations.NullMarked;
