@NullMarked
package io.payonce.schema.broker;

import org.jspecify.annotations.NullMarked;
