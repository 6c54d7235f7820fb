@NullMarked
package io.payonce.testbed.sandbox.shop;

import org.jspecify.annotations.NullMarked;
