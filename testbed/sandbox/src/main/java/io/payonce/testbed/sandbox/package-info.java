@NullMarked
package io.payonce.testbed.sandbox;

import org.jspecify.annotations.NullMarked;
