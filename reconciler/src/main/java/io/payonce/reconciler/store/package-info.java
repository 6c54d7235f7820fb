@NullMarked
package io.payonce.reconciler.store;

import org.jspecify.annotations.NullMarked;
