package io.payonce.command;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Makes one line of a refused start, instead of the stack trace of everything that was being built. */
class StartRefusedAnalyzer extends AbstractFailureAnalyzer<StartRefused> {
    @Override
    protected FailureAnalysis analyze(Throwable failure, StartRefused cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
