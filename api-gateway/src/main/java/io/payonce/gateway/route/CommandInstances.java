package io.payonce.gateway.route;

import io.payonce.gateway.GatewayProperties;
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
        if (properties.commandUrls().isEmpty()) {
            throw new IllegalArgumentException("PAYONCE_COMMAND_URLS names no instance");
        }
        this.urls = List.copyOf(properties.commandUrls());
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
