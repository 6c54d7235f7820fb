@NullMarked
package io.payonce.testbed.system;

import org.jspecify.annotations.NullMarked;
