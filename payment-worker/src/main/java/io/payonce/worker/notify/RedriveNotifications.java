package io.payonce.worker.notify;

import io.payonce.worker.store.ParkedNotifications;
import java.io.PrintStream;
import java.util.List;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataAccessException;

/**
 * A command of its own beside the running service: parked notifications back into the queue, where the running workers
 * find them. It needs the worker's database settings and nothing else, and listens to nothing.
 */
public final class RedriveNotifications {
    private static final String COMMAND = "redrive-notifications";
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private final ParkedNotifications parked;
    private final PrintStream out;

    RedriveNotifications(ParkedNotifications parked, PrintStream out) {
        this.parked = parked;
        this.out = out;
    }

    /** What the command needs of the service. */
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        JdbcClientAutoConfiguration.class
    })
    @Import(ParkedNotifications.class)
    static final class Tables {}

    public static boolean isAskedFor(String[] arguments) {
        return arguments.length > 0 && arguments[0].equals(COMMAND);
    }

    /**
     * Runs the command and returns the exit code: 0 done, 1 the database does not answer, 2 wrong options.
     *
     * @param settings more settings, written like arguments of the service
     */
    public static int run(String[] arguments, PrintStream out, String... settings) {
        RedriveOptions options;
        try {
            options = RedriveOptions.parse(List.of(arguments).subList(1, arguments.length));
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            out.println(RedriveOptions.USAGE);
            return MISUSED;
        }
        try (var context = new SpringApplicationBuilder(Tables.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .properties("logging.level.root=WARN")
                .run(settings)) {
            new RedriveNotifications(context.getBean(ParkedNotifications.class), out).run(options);
            return DONE;
        } catch (DataAccessException e) {
            out.println("Nothing was changed, the database says: "
                    + e.getMostSpecificCause().getMessage());
            return FAILED;
        }
    }

    private void run(RedriveOptions options) {
        var all = parked.count();
        var chosen = options.apply()
                ? parked.redrive(options.event(), options.limit(), options.perSecond())
                : parked.list(options.event(), options.limit());
        for (var one : chosen) {
            out.printf(
                    "%s %s of order %s, parked %s, last %s, redriven %d times%n",
                    one.event(), one.type(), one.order(), one.parkedAt(), one.lastError(), one.redrivenCount());
        }
        if (options.apply()) {
            out.printf("%d of %d parked notifications are waiting again%n", chosen.size(), all);
        } else {
            out.printf("%d of %d parked notifications would be sent again; --apply does it%n", chosen.size(), all);
        }
    }
}
