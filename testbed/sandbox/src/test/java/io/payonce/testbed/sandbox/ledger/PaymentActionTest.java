package io.payonce.testbed.sandbox.ledger;

import static io.payonce.testbed.sandbox.ledger.PaymentStatus.AUTHORIZED;
import static io.payonce.testbed.sandbox.ledger.PaymentStatus.EXPIRED;
import static io.payonce.testbed.sandbox.ledger.PaymentStatus.FAILED;
import static io.payonce.testbed.sandbox.ledger.PaymentStatus.PAID;
import static io.payonce.testbed.sandbox.ledger.PaymentStatus.PENDING;
import static io.payonce.testbed.sandbox.ledger.PaymentStatus.REVERSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.testbed.sandbox.ledger.Movement.Moved;
import io.payonce.testbed.sandbox.ledger.Movement.Refused;
import io.payonce.testbed.sandbox.ledger.Movement.Unchanged;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole table of movements: every status with every action. */
final class PaymentActionTest {
    private static final Map<PaymentAction, Set<PaymentStatus>> LEAVES = Map.of(
            PaymentAction.PAY, Set.of(PENDING, AUTHORIZED, FAILED, EXPIRED),
            PaymentAction.AUTHORIZE, Set.of(PENDING),
            PaymentAction.DECLINE, Set.of(PENDING, AUTHORIZED),
            PaymentAction.EXPIRE, Set.of(PENDING),
            PaymentAction.REVERSE, Set.of(PENDING, AUTHORIZED, PAID));

    private static final Map<PaymentAction, PaymentStatus> LEADS_TO = Map.of(
            PaymentAction.PAY, PAID,
            PaymentAction.AUTHORIZE, AUTHORIZED,
            PaymentAction.DECLINE, FAILED,
            PaymentAction.EXPIRE, EXPIRED,
            PaymentAction.REVERSE, REVERSED);

    @ParameterizedTest
    @EnumSource
    void everyStatusIsLeftAsTheTableSays(PaymentAction action) {
        var target = Objects.requireNonNull(LEADS_TO.get(action));
        for (var from : PaymentStatus.values()) {
            var movement = action.apply(from);

            if (from == target) {
                assertThat(movement).as("%s of %s", action, from).isInstanceOf(Unchanged.class);
            } else if (LEAVES.getOrDefault(action, Set.of()).contains(from)) {
                assertThat(movement).as("%s of %s", action, from).isEqualTo(new Moved(target));
            } else {
                assertThat(movement).as("%s of %s", action, from).isInstanceOf(Refused.class);
            }
        }
    }

    @Test
    void refusedReverseSaysSoInTheContractsWords() {
        assertThat(PaymentAction.REVERSE.apply(FAILED)).isEqualTo(new Refused("nothing to reverse"));
        assertThat(PaymentAction.REVERSE.apply(EXPIRED)).isEqualTo(new Refused("nothing to reverse"));
        assertThat(PaymentAction.PAY.apply(REVERSED))
                .isEqualTo(new Refused("a payment that is reversed cannot be paid"));
    }
}
