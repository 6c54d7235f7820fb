package io.payonce.reconciler.apply;

import io.micrometer.core.instrument.MeterRegistry;
import io.payonce.schema.broker.DeadLetters;
import io.payonce.schema.event.Envelope;
import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.ProviderReported;
import io.payonce.schema.event.Reading;
import io.payonce.schema.event.Topics;
import io.payonce.schema.point.Checkpoint;
import io.payonce.schema.point.Point;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** Takes reports in order per payment; what cannot be read goes to the dead letters and blocks nothing. */
@Component
class ReportListener {
    private static final Logger log = LoggerFactory.getLogger(ReportListener.class);

    private final EventJson events;
    private final ApplyReport applyReport;
    private final DeadLetters deadLetters;
    private final MeterRegistry metrics;
    private final Checkpoint checkpoint;

    ReportListener(
            EventJson events,
            ApplyReport applyReport,
            DeadLetters deadLetters,
            MeterRegistry metrics,
            Checkpoint checkpoint) {
        this.events = events;
        this.applyReport = applyReport;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
        this.checkpoint = checkpoint;
    }

    @KafkaListener(
            id = "provider-reports",
            idIsGroup = false,
            topics = Topics.PROVIDER_REPORTS,
            concurrency = "${payonce.consumers}")
    void report(ConsumerRecord<byte[], byte[]> record) {
        checkpoint.reach(Point.X1_POLLED);
        switch (events.read(record.value())) {
            case Reading.Read read
            when read.envelope().event() instanceof ProviderReported report ->
                apply(read.envelope().withTraceparent(traceparent(record)), report);
            case Reading.Read other ->
                deadLetters.publish(
                        record, "not a report: " + other.envelope().type().wireName());
            case Reading.Unreadable unreadable -> deadLetters.publish(record, unreadable.reason());
        }
    }

    private void apply(Envelope envelope, ProviderReported report) {
        var applied = applyReport.apply(envelope, report);
        var seen = report.seen();
        metrics.counter("payonce_reports", "state", seen.state().name(), "applied", name(applied))
                .increment();
        switch (applied) {
            case Applied.Moved moved ->
                log.info(
                        "{} {}→{} on {} from {}",
                        envelope.paymentId(),
                        moved.from(),
                        moved.to(),
                        seen.state(),
                        seen.source());
            case Applied.Nothing nothing ->
                log.debug("{} {} from {}: {}", envelope.paymentId(), seen.state(), seen.source(), nothing.why());
            case Applied.Late late -> log.warn("{} late money: {}", envelope.paymentId(), late.what());
            case Applied.Incident incident ->
                log.error("{} {} not applied, see incidents: {}", envelope.paymentId(), seen.state(), incident.why());
        }
    }

    private static String name(Applied applied) {
        return switch (applied) {
            case Applied.Moved moved -> "moved";
            case Applied.Nothing nothing -> "nothing";
            case Applied.Late late -> "late";
            case Applied.Incident incident -> "incident";
        };
    }

    private static @Nullable String traceparent(ConsumerRecord<?, ?> record) {
        var header = record.headers().lastHeader(Topics.HEADER_TRACEPARENT);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.US_ASCII);
    }
}
