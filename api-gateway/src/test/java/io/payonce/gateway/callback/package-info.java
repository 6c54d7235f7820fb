@NullMarked
package io.payonce.gateway.callback;

import org.jspecify.annotations.NullMarked;
