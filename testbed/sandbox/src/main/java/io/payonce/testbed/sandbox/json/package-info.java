@NullMarked
package io.payonce.testbed.sandbox.json;

import org.jspecify.annotations.NullMarked;
