package io.github.roboreel.dashboard.check;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Checks of recordings, as {@code roboreel check} does them: one at a time, in a thread of their own, files read by a
 * process of its own. What the newest one of a recording found is kept. Thread-safe.
 */
public final class Checks implements AutoCloseable {
    /** Files are mapped in it; their values are read by other processes where native code is needed. */
    private static final Worker.Limits LIMITS =
            new Worker.Limits(Runtime.getRuntime().maxMemory(), 64L << 30);

    private static final String PATH = "/problems/{recording}";

    private final RecordingIndex index;
    private final MetricSettings robot;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(Checks::thread);
    private final Map<String, Check> newest = new ConcurrentHashMap<>();

    /**
     * A check.
     *
     * @param started when it was asked for
     * @param of the recording as it stood then
     * @param found what was found; empty while it runs or when it failed
     * @param failure why it failed; empty when it did not
     */
    private record Check(Instant started, IndexedRecording of, Optional<CheckWorker.Found> found, String failure) {
        boolean isRunning() {
            return found.isEmpty() && failure.isEmpty();
        }
    }

    /**
     * Starts nothing yet.
     *
     * @param robot what the robot's datasets mean, for the metrics
     */
    public Checks(RecordingIndex index, MetricSettings robot) {
        this.index = index;
        this.robot = robot;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "roboreel-checks");
        thread.setDaemon(true);
        return thread;
    }

    /** Endpoints that report checks and start them. */
    public List<Route> endpoints() {
        return List.of(
                new Route(PATH, request -> document(index.named(request.id("recording")))),
                Route.of("POST", PATH, this::start));
    }

    private Answer start(Request request) throws Refusal {
        IndexedRecording recording = index.named(request.id("recording"));
        Check begun = new Check(Instant.now(), recording, Optional.empty(), "");
        Check now =
                newest.compute(recording.id(), (id, before) -> before != null && before.isRunning() ? before : begun);
        if (now == begun) {
            worker.execute(() -> run(begun));
        }
        return document(recording);
    }

    private void run(Check check) {
        String failure = "";
        Optional<CheckWorker.Found> found = Optional.empty();
        try (Worker reader = Worker.start(CheckWorker.class, LIMITS)) {
            String folder = check.of.recording().path().toString();
            found = Optional.of(reader.ask(
                    new CheckWorker.Folder(folder, robot),
                    new TypeReference<CheckWorker.Found>() {},
                    Worker.longestSilence(),
                    CheckWorker.Alive.class,
                    alive -> {}));
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
            failure = Sentence.of(
                    "the check of %s ended early: %s", check.of.recording().name(), Sentence.reasonOf(e));
        }
        newest.put(check.of.id(), new Check(check.started, check.of, found, failure));
    }

    private Answer document(IndexedRecording recording) {
        Check check = newest.get(recording.id());
        return new Answer.Json(new JsonFields()
                .with("status", check == null ? "none" : check.isRunning() ? "running" : "done")
                .with("started_at", check == null ? null : check.started.toString())
                .with("is_outdated", check != null && check.of != recording)
                .with("findings", check == null ? List.of() : findings(check, recording))
                .with("summary", check == null || check.found.isEmpty() ? null : summary(check.found.get())));
    }

    private static List<Map<String, Object>> findings(Check check, IndexedRecording recording) {
        if (!check.failure.isEmpty()) {
            FileFault failure = FileFault.leftOut(recording.recording().path(), check.failure, "check it again");
            return List.of(finding(failure, recording));
        }
        return check.found
                .map(found -> found.findings().stream()
                        .map(fault -> finding(fault, recording))
                        .toList())
                .orElse(List.of());
    }

    private static Map<String, Object> finding(FileFault fault, IndexedRecording recording) {
        FileFault named = fault.renamed(
                recording.recording().path(), recording.recording().name());
        return new JsonFields()
                .with("severity", named.severity().name().toLowerCase(Locale.ROOT))
                .with("file", FileFault.name(named.file()))
                .with("place", named.place())
                .with("problem", named.problem())
                .with("advice", fault.advice());
    }

    private static Map<String, Object> summary(CheckWorker.Found found) {
        return new JsonFields()
                .with("run_files", found.runFiles())
                .with("episodes", found.episodes())
                .with("videos", found.videos())
                .with("errors", found.count(FileFault.Severity.ERROR))
                .with("notes", found.count(FileFault.Severity.NOTE));
    }

    /** Does not wait: a check that runs ends with this process. */
    @Override
    public void close() {
        worker.shutdownNow();
    }
}
