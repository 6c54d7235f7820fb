@NullMarked
package io.payonce.schema;

import org.jspecify.annotations.NullMarked;
