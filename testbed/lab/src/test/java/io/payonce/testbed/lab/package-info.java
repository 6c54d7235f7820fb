@NullMarked
package io.payonce.testbed.lab;

import org.jspecify.annotations.NullMarked;
