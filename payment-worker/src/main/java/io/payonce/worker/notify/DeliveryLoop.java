package io.payonce.worker.notify;

import io.payonce.worker.queue.WakeUp;
import io.payonce.worker.queue.WorkLoop;
import io.payonce.worker.store.NotificationQueue;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;

/**
 * Claims due notifications and delivers each on a virtual thread of its own. Events, those of one order too, are sent
 * side by side and arrive in any order: the receiver tells repeats by the id and goes by {@code sequence}. One that
 * fails waits for its own next try and holds up no other.
 */
final class DeliveryLoop implements SmartLifecycle, WorkLoop.Source {
    private final NotificationQueue queue;
    private final DeliverNotification deliver;
    private final Duration leaseTime;
    private final WakeUp wakeUp = new WakeUp();
    private final WorkLoop loop;

    DeliveryLoop(NotificationQueue queue, DeliverNotification deliver, WebhookProperties properties) {
        this.queue = queue;
        this.deliver = deliver;
        this.leaseTime = properties.leaseTime();
        this.loop = new WorkLoop("notification", this, wakeUp, properties.pollInterval(), properties.deliveriesMax());
    }

    /** Claims no more than can be sent at once, so that no lease runs out in a line. */
    @Override
    public int runOnce() {
        var free = loop.free();
        if (free == 0) {
            return 0;
        }
        var claimed = queue.claimDue(free, leaseTime);
        claimed.forEach(notification -> loop.begin(notification, deliver::run));
        return claimed.size();
    }

    @Override
    public Optional<Duration> nextDueIn() {
        return queue.nextDueIn();
    }

    /** There is something new in the queue. */
    void wake() {
        wakeUp.signal();
    }

    /** Not before the tables are there, which the service waits for before it is ready. */
    @EventListener(ApplicationReadyEvent.class)
    void startWhenReady() {
        start();
    }

    @Override
    public void start() {
        loop.start();
    }

    /** Claims nothing more and lets the requests under way end. */
    @Override
    public void stop() {
        loop.stop();
        loop.awaitIdle();
    }

    @Override
    public boolean isRunning() {
        return loop.isRunning();
    }

    @Override
    public boolean isAutoStartup() {
        return false;
    }

    @Override
    public int getPhase() {
        return 0;
    }
}
