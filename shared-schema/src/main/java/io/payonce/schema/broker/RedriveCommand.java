package io.payonce.schema.broker;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Configuration;

/**
 * A service's {@code redrive}: its settings are read as in the service itself, and nothing else of it is started: no
 * web server, no listener, no loop, no database.
 */
public final class RedriveCommand {
    private static final String NAME = "redrive";
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int REFUSED = 2;

    private RedriveCommand() {}

    /** Nothing but the broker's settings. */
    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(KafkaProperties.class)
    static class Settings {}

    /** Whether a service's arguments ask for a redrive instead of the service. */
    public static boolean isMeant(String[] arguments) {
        return arguments.length > 0 && arguments[0].equals(NAME);
    }

    /**
     * Runs the command.
     *
     * @param topics those the service consumes
     * @return the exit code: 0 done, 1 failed on the way, 2 not understood
     */
    public static int run(String[] arguments, String... topics) {
        var known = List.of(topics);
        return switch (RedriveOptions.read(Arrays.asList(arguments).subList(1, arguments.length), known)) {
            case RedriveCall.Help help -> {
                System.out.println(help(known));
                yield DONE;
            }
            case RedriveCall.Refused refused -> {
                System.err.println("redrive: " + refused.why() + "; --help tells more");
                yield REFUSED;
            }
            case RedriveCall.Run run -> run(run.options(), System.out);
        };
    }

    /** The log's lines of information are on the console already; a log file, if there is one, gets them. */
    private static int run(RedriveOptions options, PrintStream out) {
        var application = new SpringApplicationBuilder(Settings.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .properties("logging.threshold.console=warn");
        try (var context = application.run()) {
            var kafka = context.getBean(KafkaProperties.class);
            var redrive = new Redrive(kafka.buildConsumerProperties(), kafka.buildProducerProperties(), out);
            return redrive.run(options) ? DONE : FAILED;
        } catch (KafkaException e) {
            var why = e.getCause() == null
                    ? e.getMessage()
                    : e.getMessage() + ": " + e.getCause().getMessage();
            System.err.println("redrive: " + why + "; what was not acknowledged is still a dead letter");
            return FAILED;
        }
    }

    private static String help(List<String> topics) {
        return """
                Sends dead letters back to the topic they came from, once their cause is repaired.

                  redrive [--topic NAME] [--apply] [--limit N] [--per-second N] [--from-offset P:O] [--force]

                Without --apply it only shows the letters and changes nothing.

                  --topic NAME       one of %s; all of them if left out
                  --apply            sends, and moves the position of the group payonce-redrive-NAME behind it
                  --limit N          N letters at most
                  --per-second N     N letters a second at most; %d if left out, %d at most
                  --from-offset P:O  partition P of NAME.dlt only, from offset O on instead of the position;
                                     the position never moves back, nor over letters that were left out
                  --force            sends also what was redriven %d times already

                Run it once at a time. Letters that fail again come back as new letters with a higher count.
                Exit codes: 0 done, 1 the broker failed on the way, 2 the arguments are wrong.""".formatted(
                        String.join(", ", topics),
                        RedriveOptions.PER_SECOND,
                        RedriveOptions.PER_SECOND_MAX,
                        RedriveOptions.TIMES_MAX);
    }
}
