package io.payonce.gateway.route;

import io.payonce.gateway.GatewayProperties;
import io.payonce.gateway.StartRefused;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** The instances of payment-command, each first in turn. */
@Component
class CommandInstances {
    private final List<URI> urls;
    private final AtomicInteger turn = new AtomicInteger();

    CommandInstances(GatewayProperties properties) {
        this.urls = List.copyOf(properties.commandUrls());
        if (urls.isEmpty() || !urls.stream().allMatch(CommandInstances::isInstance)) {
            throw new StartRefused("PAYONCE_COMMAND_URLS takes entries of the form http://host:port");
        }
    }

    private static boolean isInstance(URI url) {
        return ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                && url.getHost() != null
                && (url.getPath().isEmpty() || url.getPath().equals("/"))
                && url.getQuery() == null;
    }

    List<URI> all() {
        return urls;
    }

    /** All instances, beginning with the next one in turn. */
    List<URI> inTurn() {
        var first = Math.floorMod(turn.getAndIncrement(), urls.size());
        var order = new ArrayList<>(urls.subList(first, urls.size()));
        order.addAll(urls.subList(0, first));
        return order;
    }
}
