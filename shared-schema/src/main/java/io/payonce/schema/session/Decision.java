package io.payonce.schema.session;

import io.payonce.schema.value.Money;

/**
 * What an observation does to a session. Results in order of precedence: a foreign payment, then wrong money, then the
 * session's own state.
 */
public sealed interface Decision {

    /** The session changes; the caller stores {@code next} guarded by the version it was decided on. */
    record Moved(PaymentSession next) implements Decision {}

    /** True, but nothing new or older than what is known. */
    record Unchanged(String why) implements Decision {}

    /** The provider's money is not the session's: nothing is applied, a person must know. */
    record Mismatched(String why) implements Decision {}

    /** The report is about another provider payment than the session's own. */
    record Foreign(String why) implements Decision {}

    /**
     * Money is claimed for a session that ended without, by a callback or by an answer that may be older than the end:
     * only the answer to a question asked after the end decides.
     */
    record Doubtful(String why) implements Decision {}

    /** Asked after the session ended without money, the provider holds none: a doubt about it is settled. */
    record NoMoney(String why) implements Decision {}

    /** Money arrived for a session that ended without; it does not revive the session. */
    record Late(Money money, boolean captured) implements Decision {}
}
