package io.payonce.testbed.sandbox.ledger;

import com.fasterxml.jackson.annotation.JsonValue;
import io.payonce.testbed.sandbox.ledger.Movement.Moved;
import io.payonce.testbed.sandbox.ledger.Movement.Refused;
import io.payonce.testbed.sandbox.ledger.Movement.Unchanged;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What the payer, the clock or the merchant does to a payment, and from where it may be done. */
public enum PaymentAction {
    /** A failed or expired payment can still be paid: real providers take money late, too. */
    PAY(PaymentStatus.PAID, EnumSet.complementOf(EnumSet.of(PaymentStatus.REVERSED))),
    AUTHORIZE(PaymentStatus.AUTHORIZED, EnumSet.of(PaymentStatus.PENDING)),
    DECLINE(PaymentStatus.FAILED, EnumSet.of(PaymentStatus.PENDING, PaymentStatus.AUTHORIZED)),
    EXPIRE(PaymentStatus.EXPIRED, EnumSet.of(PaymentStatus.PENDING)),
    /** An unpaid payment is reversed too: nobody can pay it any more. */
    REVERSE(PaymentStatus.REVERSED, EnumSet.of(PaymentStatus.PENDING, PaymentStatus.AUTHORIZED, PaymentStatus.PAID));

    private final PaymentStatus to;
    private final Set<PaymentStatus> from;

    PaymentAction(PaymentStatus to, Set<PaymentStatus> from) {
        this.to = to;
        this.from = from;
    }

    public static Optional<PaymentAction> ofWord(String word) {
        return Arrays.stream(values())
                .filter(action -> action.word().equals(word))
                .findFirst();
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Decides; the ledger writes. */
    Movement apply(PaymentStatus current) {
        if (current == to) {
            return new Unchanged();
        }
        if (from.contains(current)) {
            return new Moved(to);
        }
        return new Refused(
                this == REVERSE
                        ? "nothing to reverse"
                        : "a payment that is %s cannot %s".formatted(current.word(), become()));
    }

    /** Whether a payment with this status would change. */
    public boolean moves(PaymentStatus current) {
        return from.contains(current) && current != to;
    }

    public boolean leadsTo(PaymentStatus status) {
        return status == to;
    }

    private String become() {
        return switch (this) {
            case PAY -> "be paid";
            case AUTHORIZE -> "be authorized";
            case DECLINE -> "be declined";
            case EXPIRE -> "expire";
            case REVERSE -> "be reversed";
        };
    }
}
