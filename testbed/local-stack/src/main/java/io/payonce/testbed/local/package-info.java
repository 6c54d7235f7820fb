/** Everything on one machine: PostgreSQL, Kafka, the services and the sandbox as processes that can be drilled. */
@NullMarked
package io.payonce.testbed.local;

import org.jspecify.annotations.NullMarked;
