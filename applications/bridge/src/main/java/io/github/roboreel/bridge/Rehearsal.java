package io.github.roboreel.bridge;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.FinalFile;
import io.github.roboreel.recorder.spi.FinalFileListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Records two short episodes into a folder that is gone afterwards, once, while the first recording runs: what closing
 * a run file needs is loaded by then, which takes ten times as long as closing it.
 */
final class Rehearsal {
    private static final long DELAY_MILLIS = 1_000;
    private static final int ROWS = 3;
    private static final FieldSchema SCHEMA = FieldSchema.of(FieldSpec.step("obs/q", DType.FLOAT32, ROWS));

    private final Path parent;
    private final AtomicBoolean hasStarted = new AtomicBoolean();

    /**
     * Starts nothing yet.
     *
     * @param parent where the folder is
     */
    Rehearsal(Path parent) {
        this.parent = parent;
    }

    /** Rehearses on a thread of its own, unless that was done. */
    void start(RecorderConfig config) {
        if (hasStarted.compareAndSet(false, true)) {
            Thread thread = new Thread(() -> afterDelay(config), "roboreel-bridge-rehearsal");
            thread.setDaemon(true);
            thread.setPriority(Thread.MIN_PRIORITY);
            thread.start();
        }
    }

    private void afterDelay(RecorderConfig config) {
        try {
            Thread.sleep(DELAY_MILLIS);
            rehearse(config);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException | LinkageError e) {
            // Nothing is missing without it: the first close takes longer.
            hasStarted.set(true);
        }
    }

    /** Records, and takes away what that has made. */
    void rehearse(RecorderConfig config) throws IOException {
        Path folder = Files.createTempDirectory(parent, "rehearsal-");
        try {
            record(folder, config);
        } finally {
            delete(folder);
        }
    }

    /** One of them is discarded, so that there is something to compact. */
    static void record(Path folder, RecorderConfig config) {
        RunSpec run = RunSpec.builder(folder, "Rehearsal")
                .envs(1, "rehearse")
                .dtSeconds(1)
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, SCHEMA)
                .config(config)
                .continuous()
                .withoutMetrics()
                .sink(new Hdf5SinkProvider())
                .finalFiles(new Unheard())
                .open()) {
            Field field = SCHEMA.field("obs/q");
            EnvRecorder env = recorder.env(0);
            for (EpisodeOutcome outcome : List.of(EpisodeOutcome.discarded(""), EpisodeOutcome.success(""))) {
                env.begin();
                env.step().put(field, new float[ROWS]).publish();
                env.end(outcome).join();
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** In the place of listeners that the settings ask for: these files are nothing to upload. */
    private static final class Unheard implements FinalFileListener {
        @Override
        public String name() {
            return "rehearsal";
        }

        @Override
        public void onFinal(FinalFile file) {
            // Gone in a moment.
        }
    }
}
