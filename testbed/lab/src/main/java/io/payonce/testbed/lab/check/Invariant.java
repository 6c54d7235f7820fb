package io.payonce.testbed.lab.check;

/** What must hold, whatever happened meanwhile. The numbers are those of the test plan. */
public enum Invariant {
    I1("at any time at most one active session per order"),
    I2("at most one paid provider payment per order is kept, and never were two payable at once"),
    I3("all register calls of a payment carry one key and one body; nonces and keys are never shared"),
    I4("unknown is not failed: no second session before the first is proven dead"),
    I5("same key, same answer; same key, other body: refused without effect"),
    I6("a paid order has a provider payment paid with exactly its amount and currency"),
    I7("money the provider has either pays the order, went back, or lies before a person"),
    I8("one receipt if and only if the order is paid"),
    I9("one payment.completed and one notification of it if and only if the order is paid"),
    I10("what is in the topics is what was committed to the outbox, and nothing was set aside"),
    I11("first occurrences of a payment's events never fall in sequence"),
    I12("each effect once, however often its event is delivered"),
    I13("only transitions of the table, final states stay, the version grows by one"),
    I14("the end state is the provider's, whatever the callbacks; a bad signature changes nothing"),
    I15("what was answered 2xx is there after any crash, and what was read is never taken back"),
    I16("per currency: received less reversed is what the provider's ledger holds"),
    I17("a result is written by the latest holder of the lease only"),
    I18("a canceled payment holds no money"),
    I20("after healing everything comes to an end in bounded time, and no lag is left"),
    I23("no secret, one-time code or signature in logs, topics or answers"),
    CONTRACT("every answer is one of the contract: no 5xx but 503, no redirect");

    private final String text;

    Invariant(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
