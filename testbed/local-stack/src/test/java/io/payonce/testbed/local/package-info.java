@NullMarked
package io.payonce.testbed.local;

import org.jspecify.annotations.NullMarked;
