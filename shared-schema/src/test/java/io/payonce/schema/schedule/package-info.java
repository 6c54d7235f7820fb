@NullMarked
package io.payonce.schema.schedule;

import org.jspecify.annotations.NullMarked;
