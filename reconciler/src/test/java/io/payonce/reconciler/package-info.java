@NullMarked
package io.payonce.reconciler;

import org.jspecify.annotations.NullMarked;
