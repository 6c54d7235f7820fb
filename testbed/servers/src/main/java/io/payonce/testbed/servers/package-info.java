@NullMarked
package io.payonce.testbed.servers;

import org.jspecify.annotations.NullMarked;
