@NullMarked
package io.payonce.schema.value;

import org.jspecify.annotations.NullMarked;
