package io.payonce.command.wait;

import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.event.Reading;
import io.payonce.schema.event.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Hears every payment event and report on every instance (a group of its own each) and wakes those who wait here. */
@Component
class PaymentEventListener {
    private final EventJson events;
    private final PaymentWaiters waiters;

    PaymentEventListener(EventJson events, PaymentWaiters waiters) {
        this.events = events;
        this.waiters = waiters;
    }

    @KafkaListener(
            id = Wakeups.LISTENER,
            autoStartup = "false",
            topics = {Topics.PAYMENT_EVENTS, Topics.PROVIDER_REPORTS},
            groupId = "payonce-wakeups-${random.uuid}",
            properties = {
                "auto.offset.reset=latest",
                "enable.auto.commit=false",
                "allow.auto.create.topics=false",
                "metadata.max.age.ms=5000"
            })
    void arrived(ConsumerRecord<String, byte[]> record) {
        if (waiters.isIdle()) {
            return;
        }
        switch (events.read(record.value())) {
            case Reading.Read read -> wake(read.envelope());
            case Reading.Unreadable unreadable -> {
                // Nobody can be woken by it; the consumers whose business it is report it.
            }
        }
    }

    private void wake(Envelope envelope) {
        if (envelope.event() instanceof ProviderReported) {
            waiters.heard(envelope.paymentId());
        } else {
            waiters.moved(envelope.paymentId(), envelope.sequence());
        }
    }
}
