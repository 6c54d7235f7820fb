package io.payonce.worker;

import io.payonce.schema.value.Ids;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import io.payonce.worker.operation.NewOperation;
import io.payonce.worker.operation.Operation;
import io.payonce.worker.operation.Operation.Kind;
import java.time.Clock;
import java.util.random.RandomGenerator;

/** Operations in the words of the tests. */
public final class Some {
    public static final Clock CLOCK = Clock.systemUTC();
    public static final Ids IDS = new Ids(CLOCK, RandomGenerator.getDefault());
    public static final Money MONEY = Money.of(10_000, "RUB");

    private Some() {}

    public static NewOperation registration(PaymentId session) {
        return operation(Kind.REGISTER, session, session);
    }

    public static NewOperation check(PaymentId session) {
        return operation(Kind.CHECK, session, session);
    }

    public static NewOperation cancellation(PaymentId session) {
        return operation(Kind.REVERSE, session, session);
    }

    public static NewOperation lateReversal(PaymentId session) {
        return operation(Kind.REVERSE, IDS.nextPayment(), session);
    }

    private static NewOperation operation(Kind kind, PaymentId payment, PaymentId session) {
        var key = kind == Kind.REVERSE ? payment + ":reverse" : session.toString();
        var order = new OrderId("order-" + session);
        return new NewOperation(kind, payment, session, order, "sandbox", key, MONEY, "tea", null, null, 1);
    }

    public static Operation claimed(NewOperation made) {
        return new Operation(
                IDS.next(),
                made.kind(),
                made.payment(),
                made.session(),
                made.order(),
                made.provider(),
                made.key(),
                made.money(),
                made.description(),
                made.returnUrl(),
                null,
                null,
                made.askedAt(),
                1,
                1,
                false,
                false);
    }
}
