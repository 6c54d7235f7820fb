package io.payonce.testbed.sandbox.shop;

import io.payonce.testbed.sandbox.journal.Journal;
import io.payonce.testbed.sandbox.json.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The shop's inbox, and the recipe every receiver of our webhooks should follow: the event's id and its effect are
 * recorded in one step (here one journal line), so that a repeated id has no second effect. Thread-safe.
 */
public final class Notifications {
    private final Journal journal;
    private final int notificationsMax;

    private final Map<String, Notification> received = new LinkedHashMap<>();
    private final Map<String, Integer> fulfilments = new HashMap<>();

    public Notifications(Journal journal, int notificationsMax) {
        this.journal = journal;
        this.notificationsMax = notificationsMax;
    }

    /** Takes one in; false when there is no room, and the sender must come again. */
    boolean receive(Notification arrived) {
        return journal.change(() -> {
            var known = received.get(arrived.id());
            if (known == null && received.size() >= notificationsMax) {
                return false;
            }
            var now = known == null ? arrived : known.again();
            journal.append("notification", now);
            apply(now);
            return true;
        });
    }

    /** How often the order was fulfilled. More than once would be a second parcel. */
    int fulfilments(String orderId) {
        return journal.change(() -> fulfilments.getOrDefault(orderId, 0));
    }

    public List<Notification> list(Optional<String> orderId) {
        return journal.change(() -> received.values().stream()
                .filter(one -> orderId.isEmpty() || Objects.equals(one.orderId(), orderId.get()))
                .toList());
    }

    /** Forgets everything; only inside a change. */
    public void forget() {
        received.clear();
        fulfilments.clear();
    }

    public void replay(JsonNode data) {
        apply(Json.MAPPER.treeToValue(data, Notification.class));
    }

    private void apply(Notification notification) {
        received.put(notification.id(), notification);
        if (notification.times() == 1 && notification.fulfils() && notification.orderId() != null) {
            fulfilments.merge(notification.orderId(), 1, Integer::sum);
        }
    }
}
