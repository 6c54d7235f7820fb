package io.payonce.worker.operation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP call as it is remembered.
 *
 * @param call {@code register}, {@code status} or {@code reverse}
 * @param result one word of a small set: {@code created}, {@code unknown}, {@code no_answer} …
 * @param httpStatus null without an answer
 */
public record ProviderCall(
        String call,
        String nonce,
        Instant startedAt,
        Instant endedAt,
        String result,
        @Nullable Integer httpStatus) {}
