package io.payonce.schema.broker;

import io.payonce.schema.event.EventJson;
import io.payonce.schema.event.Topics;
import java.io.PrintStream;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends dead letters back to where they came from, one after the other, each acknowledged before the next. It ends at
 * the letters that were there when it began, so one that fails again is the next run's. Killed on its way, it sends the
 * letters since its last commit once more; two at once send everything twice. Consumers take each event once.
 */
final class Redrive {
    private static final Logger log = LoggerFactory.getLogger(Redrive.class);
    private static final Duration ACKNOWLEDGED_WITHIN = Duration.ofSeconds(30);

    private final Map<String, Object> consumer;
    private final Map<String, Object> producer;
    private final PrintStream out;
    private final EventJson events = new EventJson();
    private long notBeforeNanos = System.nanoTime();

    /** Takes the service's own settings of both sides; all that a redrive relies on is set here, but for times. */
    Redrive(Map<String, Object> consumer, Map<String, Object> producer, PrintStream out) {
        this.consumer = consumer;
        this.producer = new HashMap<>(producer);
        this.producer.putAll(Map.of(
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.LINGER_MS_CONFIG,
                0L));
        this.producer.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, ACKNOWLEDGED_WITHIN.toMillis());
        this.producer.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        this.producer.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) ACKNOWLEDGED_WITHIN.toMillis());
        this.out = out;
    }

    /** What became of a letter. */
    private enum Handled {
        SHOWN,
        SENT,
        SKIPPED,
        FAILED
    }

    /**
     * All topics in turn; false if a letter was not acknowledged. What was before it stays done.
     *
     * @throws KafkaException if the broker does not answer or the place to begin is none
     */
    boolean run(RedriveOptions options) {
        if (!options.apply()) {
            return run(options, this::show);
        }
        try (var sender = new KafkaProducer<>(producer, new ByteArraySerializer(), new ByteArraySerializer())) {
            return run(options, letter -> send(letter, options.perSecond(), sender));
        }
    }

    private boolean run(RedriveOptions options, Function<Letter, Handled> handle) {
        var left = options.limit();
        for (var topic : options.topics()) {
            var counts = redrive(topic, options, left, handle);
            out.println(summary(topic, options.apply(), counts));
            left -= counts.values().stream().mapToLong(Long::longValue).sum();
            if (counts.containsKey(Handled.FAILED)) {
                return false;
            }
        }
        return true;
    }

    private Map<Handled, Long> redrive(
            String topic, RedriveOptions options, long most, Function<Letter, Handled> handle) {
        var counts = new EnumMap<Handled, Long>(Handled.class);
        try (var letters = new LetterReader(consumer, topic, options)) {
            var left = most;
            while (left > 0 && !counts.containsKey(Handled.FAILED)) {
                var batch = letters.next();
                if (batch.isEmpty()) {
                    break;
                }
                for (var letter : batch.subList(0, (int) Math.min(left, batch.size()))) {
                    var handled = isWornOut(letter, options) ? skip(letter) : handle.apply(letter);
                    counts.merge(handled, 1L, Long::sum);
                    if (handled == Handled.FAILED) {
                        break;
                    }
                    letters.handled(letter);
                    left--;
                }
                if (options.apply()) {
                    letters.commit();
                }
            }
        }
        return counts;
    }

    private static boolean isWornOut(Letter letter, RedriveOptions options) {
        return letter.times() >= RedriveOptions.TIMES_MAX && !options.force();
    }

    private Handled skip(Letter letter) {
        say("skipped %s, it was redriven %d times already and needs --force: %s"
                .formatted(letter.place(), letter.times(), letter.description(events)));
        return Handled.SKIPPED;
    }

    private Handled show(Letter letter) {
        out.println("letter %s %s".formatted(letter.place(), letter.description(events)));
        return Handled.SHOWN;
    }

    private Handled send(Letter letter, int perSecond, Producer<byte[], byte[]> sender) {
        awaitTurn(perSecond);
        try {
            var now = sender.send(letter.original()).get();
            say("redriven %s is now %s %d@%d: %s"
                    .formatted(letter.place(), now.topic(), now.partition(), now.offset(), letter.description(events)));
            return Handled.SENT;
        } catch (ExecutionException | KafkaException e) {
            var cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
            say("failed %s was not acknowledged (%s) and stays a dead letter: %s"
                    .formatted(letter.place(), cause, letter.description(events)));
            return Handled.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("interrupted", e);
        }
    }

    /** The audit: the log keeps it, and whoever runs the command sees it. */
    private void say(String line) {
        log.info(line);
        out.println(line);
    }

    private void awaitTurn(int perSecond) {
        for (var wait = notBeforeNanos - System.nanoTime(); wait > 0; wait = notBeforeNanos - System.nanoTime()) {
            LockSupport.parkNanos(wait);
        }
        notBeforeNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    private static String summary(String topic, boolean applied, Map<Handled, Long> counts) {
        return "%s: %d letters, %d sent, %d skipped, %d failed%s"
                .formatted(
                        Topics.deadLetters(topic),
                        counts.values().stream().mapToLong(Long::longValue).sum(),
                        counts.getOrDefault(Handled.SENT, 0L),
                        counts.getOrDefault(Handled.SKIPPED, 0L),
                        counts.getOrDefault(Handled.FAILED, 0L),
                        applied ? "" : "; a dry run, --apply sends");
    }
}
