package io.payonce.testbed.sandbox.http;

import io.payonce.testbed.sandbox.http.Reply.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Finds the handler of a request. Filled before the server starts, then only read. */
public final class Router {
    private record Route(String method, List<String> parts, Handler handler) {
        /** The variable parts of the path; empty when the path is another one. */
        Optional<List<String>> ids(List<String> path) {
            var open = parts.getLast().equals("**");
            if (open ? path.size() < parts.size() : path.size() != parts.size()) {
                return Optional.empty();
            }
            var ids = new ArrayList<String>();
            for (var i = 0; i < parts.size() - (open ? 1 : 0); i++) {
                if (parts.get(i).equals("*")) {
                    ids.add(Request.decoded(path.get(i).replace("+", "%2B")));
                } else if (!parts.get(i).equals(path.get(i))) {
                    return Optional.empty();
                }
            }
            return Optional.of(ids);
        }
    }

    private final List<Route> routes = new ArrayList<>();

    /** Adds a route. In the path {@code *} stands for one variable part, a last {@code **} for any rest. */
    public Router on(String method, String path, Handler handler) {
        routes.add(new Route(method, parts(path), handler));
        return this;
    }

    Reply handle(Request request) {
        var path = parts(request.path());
        var allowed = new TreeSet<String>();
        for (var route : routes) {
            var ids = route.ids(path);
            if (ids.isPresent() && (route.method().equals("*") || route.method().equals(request.method()))) {
                return route.handler().handle(request, ids.get());
            }
            ids.ifPresent(found -> allowed.add(route.method()));
        }
        if (allowed.isEmpty()) {
            return Answer.error(404, "not found");
        }
        var refusal = Answer.error(405, "method not allowed");
        return new Answer(405, refusal.contentType(), refusal.body(), Map.of("Allow", String.join(", ", allowed)));
    }

    private static List<String> parts(String path) {
        return List.of(path.split("/", -1));
    }
}
