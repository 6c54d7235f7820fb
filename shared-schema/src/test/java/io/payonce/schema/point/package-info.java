@NullMarked
package io.payonce.schema.point;

import org.jspecify.annotations.NullMarked;
