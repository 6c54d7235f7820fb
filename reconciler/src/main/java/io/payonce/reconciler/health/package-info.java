@NullMarked
package io.payonce.reconciler.health;

import org.jspecify.annotations.NullMarked;
