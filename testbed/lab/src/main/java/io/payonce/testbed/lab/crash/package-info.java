/** Every named place at which a crash would hurt, under every kind of crash, one after the other. */
@NullMarked
package io.payonce.testbed.lab.crash;

import org.jspecify.annotations.NullMarked;
