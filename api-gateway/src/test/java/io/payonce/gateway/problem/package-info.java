@NullMarked
package io.payonce.gateway.problem;

import org.jspecify.annotations.NullMarked;
