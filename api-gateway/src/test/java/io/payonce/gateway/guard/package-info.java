@NullMarked
package io.payonce.gateway.guard;

import org.jspecify.annotations.NullMarked;
