package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.StopRequest;
import java.io.InterruptedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.utils.Signals;

/**
 * Reaction to a request that the process end: by Ctrl-C (SIGINT), SIGTERM, or a terminal that is closed (SIGHUP). A
 * command that finishes in order is notified and may finish; any other one is ended at once, since its files are whole
 * at every instant. A second Ctrl-C or SIGTERM, whatever came first, ends the process at once, in any state; a second
 * SIGHUP does not, for a closed terminal sends it twice.
 */
public final class Interruption {
    /** How a shell counts a process that such a signal ended. */
    private static final Map<String, Integer> EXIT_AT_ONCE = Map.of("INT", 130, "TERM", 143);

    /** Ending a process takes time as well, and more where much memory is mapped. */
    private static final double SHARE_BEFORE_LEAVING = 0.9;

    /** Shells and {@code timeout} send a signal to a process and then again to its group. */
    private static final Duration ONE_PRESS = Duration.ofMillis(50);

    /** How long a command that was asked to end may take for it, where nothing else is said. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration MAX_PARTING = Duration.ofMillis(500);

    private Terminal terminal;
    private String parting = "interrupted";
    private String orderly;
    private Duration limit = PATIENCE;
    private boolean isBounded;
    private Thread reader;

    /** Made when it is first needed: help comes without the recorder's classes. */
    private volatile StopRequest request;

    private volatile long requestedNanos;

    private volatile boolean isLeaving;

    private volatile ProcessHandle spared;

    /** Starts listening; without it signals end the process as they do. */
    public synchronized void listen(Terminal watched) {
        terminal = watched;
        List.of("INT", "TERM", "HUP").forEach(name -> Signals.register(name, () -> onSignal(name)));
    }

    /** What is said when the command is ended at once. */
    public synchronized void setParting(String sentence) {
        parting = sentence;
    }

    /**
     * From here on a request is only noted: the command looks for it and finishes in order.
     *
     * @param recovery what brings back what a command that is ended all the same has left
     */
    public synchronized void finishInOrder(String recovery) {
        orderly = recovery;
    }

    /** As {@link #finishInOrder}, within a limit: who is not through by then is ended all the same. */
    public synchronized void finishWithin(Duration longest, String recovery) {
        finishInOrder(recovery);
        limit = longest;
        isBounded = true;
    }

    /** Whether the process was asked to end. Any thread. */
    public boolean isRequested() {
        StopRequest known = request;
        return known != null && known.isMade();
    }

    /** Waits until the process is asked to end. */
    public synchronized void await() throws InterruptedException {
        while (!isRequested()) {
            wait();
        }
    }

    /** What was to be finished is: nothing is left to watch over. */
    public synchronized void finished() {
        orderly = null;
    }

    /** The request itself, for those that have long work. */
    public synchronized StopRequest request() {
        if (request == null) {
            request = new StopRequest();
        }
        return request;
    }

    /** Leaves a process that this one has started as it is, whatever ends this one. */
    public void spare(ProcessHandle process) {
        spared = process;
    }

    /** Work that a request may break off at any instant. */
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /**
     * Does work that only reads; a request interrupts the thread that does it.
     *
     * @throws InterruptedIOException when there was a request
     */
    public <T, E extends Exception> T breakable(Work<T, E> work) throws E, InterruptedIOException {
        begin();
        try {
            return work.run();
        } catch (Exception e) {
            if (isRequestedByNow()) {
                throw new InterruptedIOException("interrupted");
            }
            throw e;
        } finally {
            end();
        }
    }

    private synchronized void begin() throws InterruptedIOException {
        if (isRequested()) {
            throw new InterruptedIOException("interrupted");
        }
        reader = Thread.currentThread();
    }

    private synchronized void end() {
        reader = null;
        Thread.interrupted();
    }

    /**
     * Whether a failure comes from a request: Ctrl-C ends this process's children, too, and their end may be seen
     * before the signal is.
     */
    public synchronized boolean isRequestedByNow() {
        try {
            if (!isRequested()) {
                wait(2 * ONE_PRESS.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return isRequested();
    }

    /**
     * Does not return while the process is ended at once: its last sentence is said already, and what the command finds
     * out from then on, as that its children were ended, is no finding.
     */
    public void giveWay() {
        while (isLeaving) {
            LockSupport.park(this);
        }
    }

    private void onSignal(String signal) {
        if (note()) {
            if (isOrderly()) {
                watchTheEnd();
            } else {
                exitAtOnce(parting, Outcome.FAILED.exitCode());
            }
        } else if (EXIT_AT_ONCE.containsKey(signal) && isAnotherPress()) {
            exitAtOnce("left at once; " + (isOrderly() ? orderly : parting), EXIT_AT_ONCE.get(signal));
        }
    }

    private boolean isAnotherPress() {
        return System.nanoTime() - requestedNanos >= ONE_PRESS.toNanos();
    }

    /** Whether this is the first request. */
    private synchronized boolean note() {
        boolean isFirst = request().make(limit);
        if (isFirst) {
            requestedNanos = System.nanoTime();
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

    private void watchTheEnd() {
        if (terminal.isInteractive()) {
            terminal.say("finishing the files; Ctrl-C again leaves at once");
        }
        try {
            Thread.sleep(Math.round(limit.toMillis() * (isBounded ? SHARE_BEFORE_LEAVING : 1)));
        } catch (InterruptedException e) {
            return;
        }
        if (!isOrderly()) {
            return;
        }
        if (isBounded) {
            exitAtOnce(
                    Sentence.of(
                            "interrupted; the files were not closed within %s s and are left as they are; %s",
                            inSeconds(limit), orderly),
                    Outcome.FAILED.exitCode());
        }
        terminal.say(Sentence.of(
                "finishing the files takes longer than %s s; wait, or press Ctrl-C again, after which %s",
                inSeconds(limit), orderly));
    }

    private static String inSeconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
    }

    private void exitAtOnce(String sentence, int exitCode) {
        isLeaving = true;
        try {
            endOthers();
            part(sentence);
        } finally {
            Runtime.getRuntime().halt(exitCode);
        }
    }

    private void endOthers() {
        ProcessHandle kept = spared;
        Set<ProcessHandle> spare = kept == null
                ? Set.of()
                : Stream.concat(Stream.of(kept), kept.descendants()).collect(Collectors.toSet());
        ProcessHandle.current()
                .descendants()
                .filter(process -> !spare.contains(process))
                .forEach(ProcessHandle::destroy);
    }

    /** The reader of stderr may have stopped reading. */
    private void part(String sentence) {
        Thread speaker = new Thread(() -> terminal.say(sentence), "roboreel-parting");
        speaker.setDaemon(true);
        speaker.start();
        try {
            speaker.join(MAX_PARTING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
