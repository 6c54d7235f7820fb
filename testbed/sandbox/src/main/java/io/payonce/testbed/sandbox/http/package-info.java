@NullMarked
package io.payonce.testbed.sandbox.http;

import org.jspecify.annotations.NullMarked;
