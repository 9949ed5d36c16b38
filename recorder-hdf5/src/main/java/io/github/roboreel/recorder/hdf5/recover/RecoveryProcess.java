package io.github.roboreel.recorder.hdf5.recover;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import io.github.roboreel.recorder.hdf5.worker.WorkerDeath;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Recovers a run in a JVM of its own, because native code may read a file that is damaged. When that JVM dies or does
 * not end, another does it without a look at the old file's metadata.
 *
 * <p>The caller holds the folder's {@link io.github.roboreel.recorder.OutputLock}. Immutable.
 */
public final class RecoveryProcess {
    /** Nothing that is known to loop is asked for the second time. */
    private static final Duration MIN_SECOND_SILENCE = Duration.ofMinutes(5);

    private final RecoveryPlace place;
    private final Duration silence;
    private final RecoveryProgress progress;
    private final Class<? extends Service<?>> service;

    /**
     * @param place where the new file is made
     * @param silence longest time that one step of it may take, a demo for example
     */
    public RecoveryProcess(RecoveryPlace place, Duration silence, RecoveryProgress progress) {
        this(place, silence, progress, RecoveryWorker.class);
    }

    RecoveryProcess(
            RecoveryPlace place, Duration silence, RecoveryProgress progress, Class<? extends Service<?>> service) {
        this.progress = progress;
        this.place = place;
        this.silence = silence;
        this.service = service;
    }

    /**
     * As {@link RunRecovery#recover}.
     *
     * @throws IllegalArgumentException when the file is not named like a run file
     * @throws IOException when a running recorder writes the run, or the disk fails, or no process can be started
     * @throws InterruptedException when interrupted, or the process was asked to end; it has ended, and this may be
     *     called again
     */
    public RecoveryReport recover(Path runFile) throws IOException, InterruptedException {
        RunPaths paths = new RunPaths(runFile);
        try {
            return ask(paths, "", service, silence);
        } catch (WorkerDeath e) {
            requireOwn(e);
            return again(paths, paths.run() + " was not compared with what was recovered: " + sentence(e));
        } catch (InterruptedIOException e) {
            Thread.interrupted();
            throw new InterruptedException(e.getMessage());
        }
    }

    private RecoveryReport again(RunPaths paths, String doubt) throws IOException, InterruptedException {
        try {
            return ask(
                    paths,
                    doubt,
                    RecoveryWorker.class,
                    silence.compareTo(MIN_SECOND_SILENCE) < 0 ? MIN_SECOND_SILENCE : silence);
        } catch (WorkerDeath e) {
            requireOwn(e);
            throw new IOException(
                    paths.run() + " could not be recovered: " + sentence(e) + "; what was there is there still", e);
        }
    }

    private RecoveryReport ask(RunPaths paths, String doubt, Class<? extends Service<?>> asked, Duration limit)
            throws IOException {
        RecoveryWorker.Request request = new RecoveryWorker.Request(paths.run(), place, doubt);
        try (Worker worker = Worker.start(asked, limits(paths.staging()))) {
            return worker.ask(
                    request,
                    new TypeReference<RecoveryReport>() {},
                    limit,
                    RecoveryWorker.News.class,
                    news -> progress.copied(paths.run(), news.bytes(), news.ofBytes()));
        }
    }

    private static void requireOwn(WorkerDeath death) throws InterruptedException {
        if (death.wasAsked()) {
            throw new InterruptedException("the process that recovers was asked to end");
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
                ? "reading it did not end within " + silence.toSeconds() + " s"
                : "the process that read it died with exit code " + death.exitCode();
    }
}
