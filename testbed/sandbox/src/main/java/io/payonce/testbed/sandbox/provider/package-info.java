@NullMarked
package io.payonce.testbed.sandbox.provider;

import org.jspecify.annotations.NullMarked;
