@NullMarked
package io.payonce.providers.sandbox;

import org.jspecify.annotations.NullMarked;
