package io.payonce.worker.operation;

import io.payonce.schema.event.Command;
import io.payonce.schema.event.Command.CheckRequested;
import io.payonce.schema.event.Command.RegisterRequested;
import io.payonce.schema.event.Command.ReverseRequested;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import io.payonce.worker.operation.Operation.Kind;
import org.jspecify.annotations.Nullable;

/** Work to be put into the queue. */
public record NewOperation(
        Kind kind,
        PaymentId payment,
        PaymentId session,
        OrderId order,
        String provider,
        String key,
        Money money,
        @Nullable String description,
        @Nullable String returnUrl,
        @Nullable String traceparent,
        long askedAt) {

    public static NewOperation of(Envelope envelope, OrderId order, Command command) {
        var session = envelope.paymentId();
        var attempt = command.attempt();
        var payment = command instanceof ReverseRequested reverse ? reverse.operation() : session;
        var kind = switch (command) {
            case RegisterRequested register -> Kind.REGISTER;
            case CheckRequested check -> Kind.CHECK;
            case ReverseRequested reverse -> Kind.REVERSE;
        };
        return new NewOperation(
                kind,
                payment,
                session,
                order,
                attempt.provider(),
                kind == Kind.REVERSE ? payment + ":reverse" : session.toString(),
                attempt.money(),
                attempt.description(),
                attempt.returnUrl(),
                envelope.traceparent(),
                envelope.sequence());
    }

    /** The registration that a check found missing. */
    public static NewOperation registrationFor(Operation check) {
        return new NewOperation(
                Kind.REGISTER,
                check.session(),
                check.session(),
                check.order(),
                check.provider(),
                check.session().toString(),
                check.money(),
                check.description(),
                check.returnUrl(),
                check.traceparent(),
                check.askedAt());
    }
}
