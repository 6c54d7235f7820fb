package io.payonce.testbed.lab;

import io.payonce.testbed.lab.plan.Plan;
import io.payonce.testbed.lab.report.Report;
import io.payonce.testbed.lab.run.Run;
import io.payonce.testbed.lab.stack.LabStack;
import io.payonce.testbed.local.Complaint;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** The program behind {@code ./lab}. Its exit code is 0 if everything held, 1 if not, 2 if it could not tell. */
public final class Lab {
    private static final int SEEDS = 1_000_000;
    private static final int SHOWN_MAX = 20;

    private Lab() {}

    public static void main(String[] arguments) throws InterruptedException {
        try {
            var project = Path.of(System.getProperty("payonce.project", "."))
                    .toAbsolutePath()
                    .normalize();
            var target = project.resolve("testbed/lab/target");
            var anySeed = new SplittableRandom().nextInt(1, SEEDS);
            var options = Options.of(anySeed, target.resolve("report"), arguments);
            System.exit(run(options, project, target.resolve("stack")) ? 0 : 1);
        } catch (Complaint e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    /** One run; true if everything held. */
    static boolean run(Options options, Path project, Path data) throws InterruptedException {
        var plan = Plan.of(options.seed(), options.minutes());
        say("seed %d, %d minutes, %d customers per second; the plan:"
                .formatted(options.seed(), options.minutes(), options.rate()));
        plan.troubles().forEach(trouble -> say("  " + trouble));
        var stack = LabStack.start(project, data, Lab::say);
        try {
            var report = new Run(stack, plan, options.rate(), Lab::say).execute();
            var page = report.write(options.report());
            tell(report, options);
            say("Report: " + page);
            return report.violations().isEmpty();
        } finally {
            stack.stop();
        }
    }

    private static void tell(Report report, Options options) {
        var violations = report.violations();
        violations.stream().limit(SHOWN_MAX).forEach(violation -> {
            say("");
            say("VIOLATED %s: %s"
                    .formatted(violation.invariant(), violation.invariant().text()));
            say("  " + violation.what());
            violation.evidence().forEach(evidence -> say("    " + evidence));
        });
        say("");
        say("%s. Again: ./lab --minutes %d --seed %d --rate %d"
                .formatted(
                        violations.isEmpty() ? "Everything held" : violations.size() + " violations",
                        options.minutes(),
                        options.seed(),
                        options.rate()));
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
