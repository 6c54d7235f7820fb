package io.payonce.testbed.sandbox.ledger;

import java.time.Instant;

/** An action that the sandbox itself will take later: autopay, expiry, a reverse that is still pending. */
record Plan(String paymentId, PaymentAction action, Instant due) {}
