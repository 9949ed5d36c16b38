package io.github.roboreel.recorder;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.spi.FinalFile;
import io.github.roboreel.recorder.spi.FinalFileListener;
import io.github.roboreel.recorder.spi.RecorderMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Final files of one recorder on their way to the listeners, on a thread of their own. What fails there is logged and
 * counted and never harms the recording. Without a listener it does nothing.
 */
final class FinalFiles {
    private static final Logger LOG = LoggerFactory.getLogger(FinalFiles.class);

    private final RunFiles files;
    private final Path folder;
    private final int run;
    private final List<FinalFileListener> listeners;
    private final int waitSeconds;
    private final Retention.Bounds retained;
    private final Counter uploaded;
    private final Counter failed;
    private final Counter removed;
    // Guarded by this; the thread ends when it is closing and there is none left.
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private ExecutorService thread;
    private UploadMarks marks;
    private final Set<String> warned = new HashSet<>();

    /** A file that was seen. One of an earlier recording need not be read again while its size is the marked one. */
    private record Waiting(Path file, boolean isOfThisRecording) {}

    /**
     * Of a recording that is about to be opened; nothing is touched before {@link #start}.
     *
     * @param first its first run
     */
    FinalFiles(RecorderConfig config, RunSpec first, List<FinalFileListener> listeners, MeterRegistry meters) {
        this.listeners = List.copyOf(listeners);
        files = new RunFiles(first.envFolder().toAbsolutePath().normalize());
        folder = first.folder().toAbsolutePath().normalize();
        run = first.run();
        waitSeconds = config.get(RecorderSettings.UPLOAD_WAIT_SECONDS);
        retained = retained(config);
        uploaded = counter(meters, first, RecorderMeter.FILES_UPLOADED);
        failed = counter(meters, first, RecorderMeter.UPLOADS_FAILED);
        removed = counter(meters, first, RecorderMeter.FILES_REMOVED);
    }

    private static Retention.Bounds retained(RecorderConfig config) {
        long bytes = (long) config.get(RecorderSettings.RETAIN_MB) << 20;
        double seconds = config.get(RecorderSettings.RETAIN_SECONDS);
        return new Retention.Bounds(bytes, Duration.ofNanos(Math.round(seconds * 1e9)));
    }

    private Counter counter(MeterRegistry meters, RunSpec first, RecorderMeter meter) {
        return meter.counter()
                .tags("env_name", first.envName(), "run", "all", "recorder", folder.toString())
                .register(meters);
    }

    /**
     * Starts with what closed runs have left that not every listener has taken. The folder's lock is held from here to
     * the close.
     */
    void start() {
        if (listeners.isEmpty()) {
            return;
        }
        thread = newThread();
        thread.execute(this::openMarks);
        files.ofClosedRunsBut(run).forEach(file -> add(new Waiting(file, false)));
        thread.execute(this::removeWhatExceeds);
    }

    private ExecutorService newThread() {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
            Thread created = new Thread(work, "roboreel-final-files");
            created.setDaemon(true);
            return created;
        }) {
            @Override
            protected void terminated() {
                closeMarks();
            }
        };
    }

    /** Hands over the files of a run that will not be written again. Any thread. */
    void runClosed(RunSpec closed) {
        if (!listeners.isEmpty()) {
            files.of(closed.run()).forEach(file -> add(new Waiting(file, true)));
            thread.execute(this::removeWhatExceeds);
        }
    }

    /** Hands over {@code run_complete.json}, which has just been written. */
    void runsPromised() {
        if (!listeners.isEmpty()) {
            add(new Waiting(files.envFolder().resolve(RunFolder.RUN_COMPLETE), true));
        }
    }

    private synchronized void add(Waiting file) {
        waiting.add(file);
        thread.execute(this::handOverNext);
    }

    /**
     * Hands over the files of the whole folder, then waits for what is under way, as long as
     * {@link RecorderSettings#UPLOAD_WAIT_SECONDS} says.
     */
    void close() {
        if (listeners.isEmpty()) {
            return;
        }
        add(new Waiting(folder.resolve(RunFolder.RESULTS), true));
        add(new Waiting(files.envFolder().resolve(RunFolder.ENV_CONFIG), true));
        thread.shutdown();
        boolean isDone = false;
        try {
            isDone = thread.awaitTermination(waitSeconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isDone) {
            thread.shutdownNow();
            warnOfRest();
        }
    }

    private synchronized void warnOfRest() {
        LOG.warn(
                "{} files of {} were not taken within {} s of the close; they are offered again when the folder is"
                        + " recorded into next ({} is the limit)",
                waiting.size(),
                folder,
                waitSeconds,
                RecorderSettings.UPLOAD_WAIT_SECONDS);
    }

    private void openMarks() {
        try {
            marks = UploadMarks.open(folder);
        } catch (IOException e) {
            LOG.warn("no final file is handed over: {} cannot be used: {}", RunFolder.UPLOADED, e.getMessage());
        }
    }

    private void closeMarks() {
        try {
            if (marks != null) {
                marks.close();
            }
        } catch (IOException e) {
            LOG.warn("{} could not be closed: {}", RunFolder.UPLOADED, e.getMessage());
        }
    }

    private void handOverNext() {
        Waiting next;
        synchronized (this) {
            next = waiting.peek();
        }
        try {
            if (marks != null && Files.isRegularFile(next.file())) {
                handOver(next);
            }
        } catch (IOException | RuntimeException e) {
            failed.increment();
            LOG.warn("{} could not be handed over: {}", next.file(), Sentence.reasonOf(e));
        } finally {
            synchronized (this) {
                waiting.poll();
            }
        }
    }

    private void handOver(Waiting next) throws IOException {
        String name = folder.relativize(next.file()).toString();
        long bytes = Files.size(next.file());
        boolean isKnown = !next.isOfThisRecording()
                && listeners.stream().allMatch(listener -> marks.hasSize(listener.name(), name, bytes));
        if (isKnown) {
            return;
        }
        FinalFile file = RunFiles.finalFile(folder, name);
        for (FinalFileListener listener : listeners) {
            if (!marks.has(listener.name(), file)) {
                handOver(file, listener);
            }
        }
    }

    private void handOver(FinalFile file, FinalFileListener listener) throws IOException {
        try {
            listener.onFinal(file);
        } catch (Exception | LinkageError e) {
            failed.increment();
            LOG.warn(
                    "{} did not take {}: {}; it is offered again when the folder is recorded into next",
                    listener.name(),
                    file.path(),
                    Sentence.reasonOf(e));
            return;
        }
        marks.add(listener.name(), file);
        uploaded.increment();
    }

    /** A run may go only as a whole, so there is nothing to do between two of its files. */
    private void removeWhatExceeds() {
        if (!retained.isBounded() || marks == null) {
            return;
        }
        Set<String> names = listeners.stream().map(FinalFileListener::name).collect(Collectors.toSet());
        try {
            Retention.Result result = Retention.apply(folder, marks, names, retained);
            result.kept().stream().filter(warned::add).forEach(LOG::warn);
            for (Retention.Removed file : result.removed()) {
                removed.increment();
                LOG.info("{}: removed after its upload, {} bytes", file.file(), file.bytes());
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("uploaded files of {} could not be removed: {}", folder, Sentence.reasonOf(e));
        }
    }
}
