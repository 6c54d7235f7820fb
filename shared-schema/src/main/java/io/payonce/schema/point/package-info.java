/** Named places in the code where tests hold a thread or kill the process; in production passing one does nothing. */
@NullMarked
package io.payonce.schema.point;

import org.jspecify.annotations.NullMarked;
