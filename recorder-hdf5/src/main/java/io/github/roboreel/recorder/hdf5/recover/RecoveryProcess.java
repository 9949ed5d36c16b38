package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.hdf5.read.WorkerJvm;
import io.github.roboreel.recorder.hdf5.write.RunPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Recovers a run in a JVM of its own, because native code reads a file that may be damaged. When that JVM dies or does
 * not end, the run file is left alone and what is staged is salvaged.
 *
 * <p>The caller holds the folder's {@link io.github.roboreel.recorder.files.OutputLock}. Immutable.
 */
public final class RecoveryProcess {
    /** SIGHUP, SIGINT and SIGTERM, as exit codes. */
    private static final Set<Integer> ENDED_BY_USER = Set.of(128 + 1, 128 + 2, 128 + 15);

    private final boolean inPlace;
    private final Duration limit;
    private final Class<?> worker;

    /**
     * @param inPlace as {@link RunRecovery#inPlace}, otherwise as {@link RunRecovery#onCopy}
     * @param limit longest time one run may take
     */
    public RecoveryProcess(boolean inPlace, Duration limit) {
        this(inPlace, limit, RecoveryWorker.class);
    }

    RecoveryProcess(boolean inPlace, Duration limit, Class<?> worker) {
        this.inPlace = inPlace;
        this.limit = limit;
        this.worker = worker;
    }

    /**
     * As {@link RunRecovery#recover}.
     *
     * @throws IllegalArgumentException when the file is not named like a run file
     * @throws IOException when a running recorder writes the run, or the disk fails, or no process can be started
     * @throws InterruptedException when interrupted, or somebody asked the process to end; it has ended, and calling
     *     again goes on
     */
    public RecoveryReport recover(Path runFile) throws IOException, InterruptedException {
        Path run = new RunPaths(runFile).run();
        Path result = Files.createTempFile("roboreel-recovery", ".result");
        try {
            Process process = start(run, result);
            try {
                boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
                if (ended && process.exitValue() == 0) {
                    return RecoveryWorker.read(result);
                }
                process.destroyForcibly().waitFor();
                requireNotEndedByUser(process, ended);
                return new RunRecovery(inPlace, step -> {}).salvageUnread(run, death(process, ended));
            } finally {
                process.destroyForcibly();
            }
        } finally {
            Files.delete(result);
        }
    }

    /** Ctrl-C reaches this process and that one; then no file is to blame. */
    private static void requireNotEndedByUser(Process process, boolean ended) throws InterruptedException {
        if (ended && ENDED_BY_USER.contains(process.exitValue())) {
            throw new InterruptedException("the process that recovers was asked to end");
        }
    }

    private String death(Process process, boolean ended) {
        return ended
                ? "the process that read it died with exit code " + process.exitValue()
                : "reading it did not end within " + limit.toSeconds() + " s";
    }

    private Process start(Path run, Path result) throws IOException {
        long heapBytes = Runtime.getRuntime().maxMemory();
        Process process =
                WorkerJvm.start(worker, heapBytes, run.toString(), Boolean.toString(inPlace), result.toString());
        process.getInputStream().close();
        return process;
    }
}
