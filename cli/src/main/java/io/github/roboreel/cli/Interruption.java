package io.github.roboreel.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Lets a command finish in order when the process is asked to end (SIGINT, SIGTERM): the request is
 * noted, the JVM waits for the command, and the command's exit code becomes the process's.
 */
final class Interruption {
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;
    private volatile int exitCode = Outcome.FAILED.exitCode();

    /** Starts listening; without it signals end the process at once. */
    void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "roboreel-shutdown"));
    }

    /** Whether the process was asked to end. Any thread. */
    boolean isRequested() {
        return requested;
    }

    /** Ends the process; never returns. */
    void exit(int code) {
        exitCode = code;
        boolean byUs = !requested;
        finished.countDown();
        if (byUs) {
            System.exit(code);
        }
    }

    private void shutDown() {
        if (finished.getCount() == 0) {
            return;
        }
        requested = true;
        try {
            finished.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        System.err.flush();
        // Otherwise the JVM would exit with 128 + the signal's number.
        Runtime.getRuntime().halt(exitCode);
    }
}
