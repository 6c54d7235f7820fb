@NullMarked
package io.payonce.testbed.sandbox.control;

import org.jspecify.annotations.NullMarked;
