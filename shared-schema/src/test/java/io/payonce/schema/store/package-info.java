@NullMarked
package io.payonce.schema.store;

import org.jspecify.annotations.NullMarked;
