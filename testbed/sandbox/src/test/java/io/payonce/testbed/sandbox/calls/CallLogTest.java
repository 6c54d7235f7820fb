package io.payonce.testbed.sandbox.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.sandbox.TickingClock;
import io.payonce.testbed.sandbox.calls.CallLog.Noted;
import io.payonce.testbed.sandbox.journal.Journal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call is on record with its answer, and a nonce counts once in ten minutes, restarts included. */
final class CallLogTest {
    @TempDir
    Path folder;

    private final TickingClock clock = new TickingClock();
    private Journal journal;
    private CallLog calls;

    @BeforeEach
    void open() {
        journal = Journal.open(folder);
        calls = new CallLog(journal, new Nonces(), 4);
        journal.replay(Map.of("call", calls::replayCall, "answered", calls::replayAnswer));
        calls.replayed();
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void callIsThereAtOnceAndItsAnswerLater() {
        var number = fresh(arrived("o1", "n1", true));
        assertThat(status()).isNull();

        calls.answered(number, 200, "pay_1");

        assertThat(status()).isEqualTo(200);
        assertThat(calls.list(Optional.of("o1")).getFirst().paymentId()).isEqualTo("pay_1");
        assertThat(calls.list(Optional.of("o2"))).isEmpty();
    }

    @Test
    void nonceIsUsedUpForTenMinutes() {
        arrived("o1", "n1", true);
        clock.tick(Duration.ofMinutes(10).minusMillis(1));
        assertThat(arrived("o1", "n1", true)).isInstanceOf(Noted.NonceUsed.class);

        clock.tick(Duration.ofMillis(1));

        assertThat(arrived("o1", "n1", true)).isInstanceOf(Noted.Fresh.class);
    }

    @Test
    void forgedCallUsesUpNoNonce() {
        assertThat(arrived("o1", "n1", false)).isInstanceOf(Noted.Fresh.class);
        assertThat(arrived("o1", "n1", true)).isInstanceOf(Noted.Fresh.class);
    }

    @Test
    void callsAndNoncesSurviveARestart() {
        calls.answered(fresh(arrived("o1", "n1", true)), 200, "pay_1");
        arrived("o1", "n2", true);

        close();
        open();

        assertThat(calls.list(Optional.empty())).extracting(Call::status).containsExactly(200, 0);
        assertThat(arrived("o1", "n1", true)).isInstanceOf(Noted.NonceUsed.class);
    }

    @Test
    void answerOfAForgottenCallTouchesNoNewOne() {
        var old = fresh(arrived("o1", "n1", true));
        journal.change(() -> {
            calls.forget();
            journal.forget();
            return true;
        });
        var number = fresh(arrived("o1", "n1", true));

        calls.answered(old, 500, null);
        calls.answered(number, 201, null);
        assertThat(status()).isEqualTo(201);

        close();
        open();
        assertThat(status()).isEqualTo(201);
    }

    @Test
    void fullLogRefuses() {
        for (var i = 0; i < 4; i++) {
            assertThat(arrived("o1", "n" + i, true)).isInstanceOf(Noted.Fresh.class);
        }

        assertThat(arrived("o1", "n4", true)).isInstanceOf(Noted.Full.class);
    }

    private Noted arrived(String orderId, String nonce, boolean genuine) {
        var call = new Call(clock.instant(), "register", orderId, null, nonce, orderId, null, null);
        return calls.arrived(call, genuine);
    }

    private static long fresh(Noted noted) {
        return ((Noted.Fresh) noted).number();
    }

    private @Nullable Integer status() {
        return calls.list(Optional.of("o1")).getLast().status();
    }
}
