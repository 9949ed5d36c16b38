package io.github.roboreel.recorder.hdf5;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Recovers a run in a JVM of its own, because native code reads a file that may be damaged. When
 * that JVM dies or does not end, the run file is left alone and what is staged is salvaged.
 *
 * <p>The caller holds the folder's {@link io.github.roboreel.recorder.OutputLock}. Immutable.
 */
public final class RecoveryProcess {
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
     * @throws IOException when a running recorder writes the run, or the disk fails, or no process
     *     can be started
     * @throws InterruptedException when interrupted; the process is ended
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
                return new RunRecovery(inPlace, step -> {})
                        .salvageUnread(run, death(process, ended));
            } finally {
                process.destroyForcibly();
            }
        } finally {
            Files.delete(result);
        }
    }

    private String death(Process process, boolean ended) {
        return ended
                ? "the process that read it died with exit code " + process.exitValue()
                : "reading it did not end within " + limit.toSeconds() + " s";
    }

    private Process start(Path run, Path result) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + Runtime.getRuntime().maxMemory());
        command.add("-XX:+SuppressFatalErrorMessage");
        for (String name : List.of("java.library.path", Hdf5Native.LIBRARY_PROPERTY)) {
            if (System.getProperty(name) != null) {
                command.add("-D" + name + "=" + System.getProperty(name));
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), worker.getName()));
        command.addAll(List.of(run.toString(), Boolean.toString(inPlace), result.toString()));
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
