package io.payonce.testbed.local;

import java.util.Map;

/**
 * The command line.
 *
 * @param name the process a drill is about; empty otherwise
 * @param replicas 0 if not given: one for a start, as many as were started for anything else
 */
record Options(Action action, String name, boolean fresh, boolean detached, int replicas) {

    enum Action {
        START,
        STOP,
        STATUS,
        KILL,
        PAUSE,
        RESUME,
        UP
    }

    private static final Map<String, Action> DRILLS =
            Map.of("--kill", Action.KILL, "--pause", Action.PAUSE, "--resume", Action.RESUME, "--up", Action.UP);

    /**
     * Reads the arguments.
     *
     * @throws Complaint if they make no sense
     */
    static Options of(String... arguments) {
        var action = Action.START;
        var name = "";
        var fresh = false;
        var detached = false;
        var replicas = 0;
        for (var i = 0; i < arguments.length; i++) {
            var argument = arguments[i];
            switch (argument) {
                case "--fresh" -> fresh = true;
                case "--detach" -> detached = true;
                case "--stop" -> action = Action.STOP;
                case "--status" -> action = Action.STATUS;
                case "--replicas" -> replicas = replicas(valueOf(argument, arguments, ++i));
                case "--kill", "--pause", "--resume", "--up" -> {
                    action = DRILLS.getOrDefault(argument, Action.STATUS);
                    name = valueOf(argument, arguments, ++i);
                }
                default -> throw new Complaint("Unknown option " + argument + "; ./start --help lists all.");
            }
        }
        return new Options(action, name, fresh, detached, replicas);
    }

    private static String valueOf(String option, String[] arguments, int at) {
        if (at >= arguments.length) {
            throw new Complaint(option + " needs a value; ./start --help tells which.");
        }
        return arguments[at];
    }

    private static int replicas(String text) {
        if (!text.matches("[1-9]")) {
            throw new Complaint("--replicas takes a number from 1 to " + StackPlan.REPLICAS_MAX + ".");
        }
        return Integer.parseInt(text);
    }
}
