@NullMarked
package io.payonce.schema.session;

import org.jspecify.annotations.NullMarked;
