package io.payonce.testbed.lab.load;

import io.payonce.testbed.lab.stack.Http;
import java.util.Map;

/** A person at the provider's page. */
public final class Payer {
    private final Http http;
    private final String sandbox;
    private final Witness witness;

    public Payer(Http http, String sandbox, Witness witness) {
        this.http = http;
        this.sandbox = sandbox;
        this.witness = witness;
    }

    /**
     * Acts once.
     *
     * @param action {@code pay}, {@code authorize}, {@code decline} or {@code expire}
     * @return false if the provider does not know the payment yet
     */
    public boolean act(String payment, String action) {
        var answer = http.send("POST", sandbox + "/sandbox/payments/" + payment + "/" + action, "{}", Map.of());
        if (answer.isSuccess()) {
            witness.count("payer " + action);
        }
        return answer.status() != 404 && answer.status() != 0;
    }
}
