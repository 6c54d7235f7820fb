@NullMarked
package io.payonce.gateway;

import org.jspecify.annotations.NullMarked;
