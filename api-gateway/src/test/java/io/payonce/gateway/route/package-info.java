@NullMarked
package io.payonce.gateway.route;

import org.jspecify.annotations.NullMarked;
