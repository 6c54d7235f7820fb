@NullMarked
package io.payonce.testbed.sandbox.ledger;

import org.jspecify.annotations.NullMarked;
