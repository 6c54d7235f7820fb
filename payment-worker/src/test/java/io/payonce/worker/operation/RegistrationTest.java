package io.payonce.worker.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.worker.operation.Registration.State;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** "Absent" is proof only when no create call of ours can still take effect. */
class RegistrationTest {
    private static final Duration SETTLE = Duration.ofSeconds(30);

    @Test
    void absenceProvesNothingWhileACallMayBeUnderWay() {
        assertThat(registration(State.OPEN, null, Duration.ofSeconds(10)).proofIn(SETTLE))
                .isEqualTo(Duration.ofSeconds(20));
        assertThat(registration(State.DONE, Registration.REJECTED, Duration.ofSeconds(29))
                        .proofIn(SETTLE))
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void absenceIsProofAfterTheSettleTime() {
        assertThat(registration(State.OPEN, null, SETTLE).proofIn(SETTLE)).isZero();
    }

    @Test
    void absenceIsProofOnceThePaymentWasSeen() {
        assertThat(registration(State.DONE, Registration.CREATED, Duration.ZERO).proofIn(SETTLE))
                .isZero();
        assertThat(registration(State.DONE, Registration.FOUND, Duration.ZERO).proofIn(SETTLE))
                .isZero();
    }

    @Test
    void absenceIsProofIfNothingWasSent() {
        assertThat(registration(State.REPLACED, Registration.REPLACED, null).proofIn(SETTLE))
                .isZero();
    }

    @Test
    void isUntouchedOnlyWithoutAnyTrace() {
        assertThat(registration(State.OPEN, null, null).isUntouched()).isTrue();
        assertThat(registration(State.REPLACED, Registration.REPLACED, null).isUntouched())
                .isTrue();
        assertThat(registration(State.OPEN, null, Duration.ZERO).isUntouched()).isFalse();
        assertThat(registration(State.DONE, Registration.FOUND, null).isUntouched())
                .isFalse();
    }

    private static Registration registration(State state, @Nullable String outcome, @Nullable Duration sinceSent) {
        return new Registration(state, outcome, sinceSent, null);
    }
}
