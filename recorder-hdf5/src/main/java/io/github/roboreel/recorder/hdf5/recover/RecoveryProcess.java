package io.github.roboreel.recorder.hdf5.recover;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import io.github.roboreel.recorder.hdf5.worker.WorkerDeath;
import io.github.roboreel.recorder.hdf5.write.RunPaths;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Recovers a run in a JVM of its own, because native code reads a file that may be damaged. When that JVM dies or does
 * not end, the run file is left alone and what is staged is salvaged.
 *
 * <p>The caller holds the folder's {@link io.github.roboreel.recorder.files.OutputLock}. Immutable.
 */
public final class RecoveryProcess {
    private final boolean inPlace;
    private final Duration limit;
    private final Class<? extends Service<?>> service;

    /**
     * @param inPlace as {@link RunRecovery#inPlace}, otherwise as {@link RunRecovery#onCopy}
     * @param limit longest time one run may take
     */
    public RecoveryProcess(boolean inPlace, Duration limit) {
        this(inPlace, limit, RecoveryWorker.class);
    }

    RecoveryProcess(boolean inPlace, Duration limit, Class<? extends Service<?>> service) {
        this.inPlace = inPlace;
        this.limit = limit;
        this.service = service;
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
        RunPaths paths = new RunPaths(runFile);
        RecoveryWorker.Request request = new RecoveryWorker.Request(paths.run(), inPlace);
        try (Worker worker = Worker.start(service, limits(paths.staging()))) {
            return worker.ask(request, new TypeReference<RecoveryReport>() {}, limit);
        } catch (WorkerDeath e) {
            if (e.wasAsked()) {
                throw new InterruptedException("the process that recovers was asked to end");
            }
            return new RunRecovery(inPlace, step -> {}).salvageUnread(paths.run(), sentence(e));
        } catch (InterruptedIOException e) {
            Thread.interrupted();
            throw new InterruptedException(e.getMessage());
        }
    }

    /** Staging is mapped, and as much may be in memory once more. */
    private static Worker.Limits limits(Path staging) throws IOException {
        long staged = Files.exists(staging) ? Files.size(staging) : 0;
        long nativeBytes = 2 * (Worker.Limits.READING.nativeBytes() + staged);
        return new Worker.Limits(Runtime.getRuntime().maxMemory(), nativeBytes);
    }

    private String sentence(WorkerDeath death) {
        return death.isHang()
                ? "reading it did not end within " + limit.toSeconds() + " s"
                : "the process that read it died with exit code " + death.exitCode();
    }
}
