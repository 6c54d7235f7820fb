@NullMarked
package io.payonce.providers;

import org.jspecify.annotations.NullMarked;
