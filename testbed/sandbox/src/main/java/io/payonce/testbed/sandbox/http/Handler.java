package io.payonce.testbed.sandbox.http;

import java.util.List;

/** Serves one route. It runs on a virtual thread of its own and may block. */
public interface Handler {
    /**
     * Answers the request.
     *
     * @param ids the path's variable parts, decoded, in order
     * @throws RequestRefused when the client gets an error instead
     */
    Reply handle(Request request, List<String> ids);
}
