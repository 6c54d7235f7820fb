package io.payonce.command.cancel;

import io.payonce.schema.session.SessionStatus;

/**
 * What a Cancel with a code comes to. In order of precedence: an ended payment answers as it ended; the code that
 * started the cancellation is answered again, whatever code came after it; then the live code decides: none, locked,
 * expired, wrong, right.
 */
sealed interface Judgement {

    /** The right code at the right time: consume it and start the cancellation. */
    record Start() implements Judgement {}

    /** Nothing is to be done; the payment as it stands is the answer. */
    record AsItStands() implements Judgement {}

    /** A wrong code for a live one: costs a try, also if nothing else comes of it. */
    record WrongTry() implements Judgement {}

    /** Refused without having been compared, or with nothing to compare to; costs no try. */
    record Refused(Refusal why) implements Judgement {}

    /** Why a code does not work; the label is the problem's code. */
    enum Refusal {
        INVALID("cancel_code_invalid", "This code does not cancel this payment."),
        EXPIRED("cancel_code_expired", "The code has expired; ask for a new one."),
        LOCKED("cancel_code_locked", "Too many wrong codes; ask for a new one.");

        private final String label;
        private final String detail;

        Refusal(String label, String detail) {
            this.label = label;
            this.detail = detail;
        }

        String label() {
            return label;
        }

        String detail() {
            return detail;
        }
    }

    /** The newest code of the payment. */
    enum Live {
        NONE,
        USABLE,
        EXPIRED,
        LOCKED
    }

    /**
     * A code that was sent, compared with what is stored.
     *
     * @param isLive it is the newest code, which may be expired or locked
     * @param isStarter it is the code that started the cancellation
     */
    record Tried(Live live, boolean isLive, boolean isStarter) {}

    static Judgement of(SessionStatus status, Tried tried) {
        return switch (status) {
            case COMPLETED, FAILED -> new AsItStands();
            case CANCELED -> tried.isStarter() ? new AsItStands() : new Refused(Refusal.INVALID);
            case CANCELING -> tried.isStarter() ? new AsItStands() : ofLive(tried, new AsItStands());
            case REGISTERING, UNKNOWN, REGISTERED, AUTHORIZED -> ofLive(tried, new Start());
        };
    }

    /** An unusable code is not compared: its refusal must not tell whether the code was right. */
    private static Judgement ofLive(Tried tried, Judgement ifRight) {
        return switch (tried.live()) {
            case NONE -> new Refused(Refusal.INVALID);
            case LOCKED -> new Refused(Refusal.LOCKED);
            case EXPIRED -> new Refused(Refusal.EXPIRED);
            case USABLE -> tried.isLive() ? ifRight : new WrongTry();
        };
    }
}
