/** The only service that talks to providers. */
@NullMarked
package io.payonce.worker;

import org.jspecify.annotations.NullMarked;
