package io.payonce.command.http;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** The caller as the gateway authenticated it. This service trusts the header: only the gateway may reach it. */
public final class Client {
    /** Set by the gateway; the gateway removes it from what comes from outside. */
    public static final String HEADER = "X-Payonce-Client";

    private Client() {}

    /**
     * The client's name.
     *
     * @throws BadRequest (401) if the request did not come through the gateway
     */
    public static String named(@Nullable String header) {
        if (header == null || header.isBlank()) {
            throw BadRequest.of(Problem.of(
                    HttpStatus.UNAUTHORIZED, "unauthorized", "Requests reach this service through the gateway."));
        }
        return header;
    }
}
