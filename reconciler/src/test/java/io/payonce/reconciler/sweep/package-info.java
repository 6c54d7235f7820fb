@NullMarked
package io.payonce.reconciler.sweep;

import org.jspecify.annotations.NullMarked;
