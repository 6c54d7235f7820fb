package io.payonce.worker.notify;

import io.payonce.worker.store.Notification;
import io.payonce.worker.store.NotificationQueue;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Puts events into the queue, each once however often it is delivered. */
@Component
final class TakeEvents {
    private final NotificationQueue queue;
    private final TransactionTemplate transactions;

    TakeEvents(NotificationQueue queue, TransactionTemplate transactions) {
        this.queue = queue;
        this.transactions = transactions;
    }

    /** All of them or none. */
    void take(List<Notification.New> batch) {
        transactions.executeWithoutResult(transaction -> batch.forEach(queue::insertIfAbsent));
    }
}
