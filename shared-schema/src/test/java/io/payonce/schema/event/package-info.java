@NullMarked
package io.payonce.schema.event;

import org.jspecify.annotations.NullMarked;
