package io.payonce.testbed.sandbox.time;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Repeats a step until it is closed. A step that fails is logged and tried again a second later. */
public final class Loop implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Loop.class.getName());
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    /** One round: do what is due, then wait for more. */
    public interface Step {
        void run() throws InterruptedException;
    }

    private final String name;
    private final Step step;
    private final Thread thread;

    private Loop(String name, Step step) {
        this.name = name;
        this.step = step;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    public static Loop start(String name, Step step) {
        var loop = new Loop(name, step);
        loop.thread.start();
        return loop;
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                step.run();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "%s failed, tried again in a second".formatted(name), e);
                Pause.of(PAUSE_AFTER_FAILURE);
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
