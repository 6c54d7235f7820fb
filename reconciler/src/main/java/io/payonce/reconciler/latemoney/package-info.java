@NullMarked
package io.payonce.reconciler.latemoney;

import org.jspecify.annotations.NullMarked;
