package io.github.roboreel.cli;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import org.jline.utils.Signals;

/**
 * What happens when the process is asked to end: by Ctrl-C (SIGINT), SIGTERM, or a terminal that is
 * closed (SIGHUP). A command that finishes in order is told and let finish; any other one is ended
 * at once, since its files are whole at every instant. A Ctrl-C that follows any of them ends the
 * process at once, whatever goes on.
 */
final class Interruption {
    /** As a shell counts a process that Ctrl-C ended. */
    static final int EXIT_AT_ONCE = 130;

    /** Shells and {@code timeout} send a signal to a process and then again to its group. */
    private static final Duration ONE_PRESS = Duration.ofMillis(50);

    private static final Duration LATE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PARTING = Duration.ofMillis(500);

    private Terminal terminal;
    private String parting = "interrupted";
    private String orderly;
    private Thread reader;
    private volatile boolean requested;
    private volatile long requestedNanos;

    /** Starts listening; without it signals end the process as they do. */
    synchronized void listen(Terminal watched) {
        terminal = watched;
        List.of("INT", "TERM", "HUP").forEach(name -> Signals.register(name, () -> heard(name)));
    }

    /** What is said when the command is ended at once. */
    synchronized void partWith(String sentence) {
        parting = sentence;
    }

    /**
     * From here on a request is only noted: the command looks for it and finishes in order.
     *
     * @param recovery what brings back what a command that is ended all the same has left
     */
    synchronized void finishInOrder(String recovery) {
        orderly = recovery;
    }

    /** Whether the process was asked to end. Any thread. */
    boolean isRequested() {
        return requested;
    }

    /** Whether it was asked to end longer ago than this. Any thread. */
    boolean isRequestedSince(Duration age) {
        return requested && System.nanoTime() - requestedNanos >= age.toNanos();
    }

    /** Work that a request may break off at any instant. */
    interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /**
     * Does work that only reads; a request interrupts the thread that does it.
     *
     * @throws InterruptedIOException when there was a request
     */
    <T, E extends Exception> T breakable(Work<T, E> work) throws E, InterruptedIOException {
        begin();
        try {
            return work.run();
        } catch (Exception e) {
            if (awaitRequest()) {
                throw new InterruptedIOException("interrupted");
            }
            throw e;
        } finally {
            end();
        }
    }

    private synchronized void begin() throws InterruptedIOException {
        if (requested) {
            throw new InterruptedIOException("interrupted");
        }
        reader = Thread.currentThread();
    }

    private synchronized void end() {
        reader = null;
        Thread.interrupted();
    }

    /** Ctrl-C ends this process's children, too, and their end may be seen before the signal is. */
    private synchronized boolean awaitRequest() {
        try {
            if (!requested) {
                wait(2 * ONE_PRESS.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return requested;
    }

    private void heard(String signal) {
        if (note()) {
            if (isOrderly()) {
                sayWhenLate();
            } else {
                leave(parting, Outcome.FAILED.exitCode());
            }
        } else if (signal.equals("INT") && isRequestedSince(ONE_PRESS)) {
            leave("left at once; " + (isOrderly() ? orderly : parting), EXIT_AT_ONCE);
        }
    }

    /** Whether this is the first request. */
    private synchronized boolean note() {
        boolean isFirst = !requested;
        if (isFirst) {
            requestedNanos = System.nanoTime();
            requested = true;
            notifyAll();
            if (reader != null) {
                reader.interrupt();
            }
        }
        return isFirst;
    }

    private synchronized boolean isOrderly() {
        return orderly != null;
    }

    private void sayWhenLate() {
        if (terminal.isInteractive()) {
            terminal.say("finishing the files; Ctrl-C again leaves at once");
        }
        try {
            Thread.sleep(LATE.toMillis());
        } catch (InterruptedException e) {
            return;
        }
        terminal.say(
                "finishing the files takes longer than "
                        + LATE.toSeconds()
                        + " s; nothing recorded is lost: wait, or press Ctrl-C again, after which "
                        + orderly);
    }

    /** Whoever reads stderr may not read any more. */
    private void leave(String sentence, int exitCode) {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
        Thread speaker = new Thread(() -> terminal.say(sentence), "roboreel-parting");
        speaker.setDaemon(true);
        speaker.start();
        try {
            speaker.join(LONGEST_PARTING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(exitCode);
    }
}
