package io.payonce.testbed.lab.run;

import io.payonce.testbed.lab.check.Checker;
import io.payonce.testbed.lab.check.Violation;
import io.payonce.testbed.lab.history.History;
import io.payonce.testbed.lab.history.HistoryReader;
import io.payonce.testbed.lab.history.ProviderReader;
import io.payonce.testbed.lab.history.Rest;
import io.payonce.testbed.lab.history.TopicReader;
import io.payonce.testbed.lab.load.Payer;
import io.payonce.testbed.lab.load.Witness;
import io.payonce.testbed.lab.stack.Http;
import io.payonce.testbed.lab.stack.LabStack;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Waits until a healed stack is at rest, and judges everything that can be seen of it. */
public final class Judge {
    private final LabStack stack;
    private final Http http;
    private final Witness witness;
    private final Consumer<String> say;

    public Judge(LabStack stack, Http http, Witness witness, Consumer<String> say) {
        this.stack = stack;
        this.http = http;
        this.witness = witness;
        this.say = say;
    }

    /** What there was, and what of it must not be. */
    public record Verdict(History history, List<Violation> violations) {}

    /** @param down what did not come up again */
    public Verdict judge(List<String> down) {
        try (var topics = new TopicReader(stack.broker())) {
            var rest = rest(topics, down);
            say.accept("%s after %.0f s. Judging."
                    .formatted(
                            rest.pending().isEmpty() ? "At rest" : "Not at rest",
                            rest.took().toMillis() / 1000.0));
            var history = new HistoryReader(stack, http).read(witness.calls(), topics, rest);
            return new Verdict(history, Checker.check(history));
        } catch (SQLException e) {
            throw new IllegalStateException("the database does not answer after healing", e);
        }
    }

    private Rest rest(TopicReader topics, List<String> down) throws SQLException {
        var provider = new ProviderReader(http, stack.sandbox());
        var rest = new Settle(stack, provider, new Payer(http, stack.sandbox(), witness), topics).await();
        var pending = new ArrayList<>(rest.pending());
        pending.addAll(down);
        return new Rest(rest.took(), pending);
    }
}
