package io.payonce.testbed.system;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Callers that start at the same moment. */
final class Together {
    private static final int START_SECONDS_MAX = 30;

    private Together() {}

    /** What each of them got, in the order of their numbers; all of them are waited for. */
    static <T> List<T> callers(int number, IntFunction<T> call) {
        var start = new CyclicBarrier(number);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, number)
                    .mapToObj(caller -> (Callable<T>) () -> {
                        start.await(START_SECONDS_MAX, TimeUnit.SECONDS);
                        return call.apply(caller);
                    })
                    .toList();
            return threads.invokeAll(calls).stream().map(Future::resultNow).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
