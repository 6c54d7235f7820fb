@NullMarked
package io.payonce.reconciler.apply;

import org.jspecify.annotations.NullMarked;
