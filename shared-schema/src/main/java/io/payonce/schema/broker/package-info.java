/** What every consumer needs beside its listener. Needs spring-kafka and Boot's health, which the services bring. */
@NullMarked
package io.payonce.schema.broker;

import org.jspecify.annotations.NullMarked;
