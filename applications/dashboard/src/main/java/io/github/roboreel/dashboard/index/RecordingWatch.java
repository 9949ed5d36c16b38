package io.github.roboreel.dashboard.index;

import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.index.EnvSummary.Run.State;
import io.github.roboreel.dashboard.index.IndexedRecording.Times;
import io.github.roboreel.dashboard.index.IndexedRecording.Totals;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.OutputLock.Holder;
import io.github.roboreel.recordings.folder.Annotations;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.GrowingResults;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Watch of one output folder: it reads what is new since the last look. What it has read stays known while the files
 * only grow. For one thread.
 */
final class RecordingWatch {
    private static final long FRESH_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final String id;
    private final String name;
    private final Path path;
    private final String served;
    private final KeptIndex kept;
    private List<IndexedEpisode> episodes = new ArrayList<>();
    private EpisodeReducer reducer = new EpisodeReducer();
    private GrowingResults results;
    private ResultFolder folder;
    private boolean isEnded;
    private Traces seen;
    private IndexedRecording unkept;

    RecordingWatch(String name, Path path, String served, KeptIndex kept) {
        this.kept = kept;
        this.id = Ids.of(path.toString());
        this.name = name;
        this.path = path;
        this.served = served;
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    Path path() {
        return path;
    }

    IndexedRecording notRead() {
        return IndexedRecording.notRead(recording(isLive() ? Status.RECORDING : Status.INCOMPLETE), served);
    }

    private Recording recording(Status status) {
        return new Recording(id, name, path, status);
    }

    /** How it stands now; empty when that is as at the last look. */
    Optional<IndexedRecording> look() {
        try {
            Traces now = traces();
            if (now.equals(seen) && !now.isLive()) {
                return Optional.empty();
            }
            Optional<IndexedRecording> known = seen == null && !now.isLive()
                    ? kept.load(recording(Status.COMPLETE), served, now, () -> episodes(now))
                    : Optional.empty();
            if (known.isPresent()) {
                seen = now;
                return known;
            }
            IndexedRecording read = read(now);
            seen = now;
            unkept = !now.isLive() && now.isSettled() ? read : null;
            return Optional.of(read);
        } catch (NewerFormatException e) {
            return Optional.of(unreadable(FileFault.leftOut(e.file(), e.problem(), NewerFormatException.ADVICE)));
        } catch (IOException | RuntimeException e) {
            return Optional.of(unreadable(
                    FileFault.leftOut(path, "cannot be read (" + Sentence.reasonOf(e) + ")", "check the folder")));
        }
    }

    /** Keeps for the next start what the last look has read. */
    void keep() {
        IndexedRecording read = unkept;
        unkept = null;
        if (read != null) {
            kept.store(read, seen);
        }
    }

    /** Of a recording that was kept, for any thread; what cannot be read by now is for the next look to report. */
    private List<IndexedEpisode> episodes(Traces now) {
        try {
            return new RecordingWatch(name, path, served, kept).read(now).episodes();
        } catch (IOException e) {
            return List.of();
        }
    }

    private IndexedRecording unreadable(FileFault problem) {
        seen = null;
        unkept = null;
        results = null;
        return new IndexedRecording(
                recording(Status.UNREADABLE),
                served,
                true,
                List.of(),
                List.of(),
                List.of(problem.renamed(path, name)),
                Totals.of(List.of(), List.of(), 0),
                Times.NONE);
    }

    private boolean isLive() {
        Holder holder = OutputLock.holderOf(path);
        return holder == Holder.LIVING || holder == Holder.ELSEWHERE && isFresh();
    }

    private boolean isFresh() {
        long modified = FileStamp.of(path.resolve(RunFolder.LOCK_HOLDER)).modifiedNanos();
        long newest = Math.max(modified, FileStamp.of(resultsFile()).modifiedNanos());
        return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(newest) < FRESH_MILLIS;
    }

    private Path resultsFile() {
        Path lines = path.resolve(RunFolder.RESULTS);
        return FileStamp.of(lines).exists() ? lines : path.resolve(RunFolder.LEGACY_RESULTS);
    }

    private Traces traces() throws IOException {
        return Traces.of(path, resultsFile(), isLive());
    }

    private IndexedRecording read(Traces now) throws IOException {
        boolean readsOn = results != null && !isEnded && seen != null && now.onlyGrew(seen);
        if (!readsOn) {
            episodes = new ArrayList<>();
            reducer = new EpisodeReducer();
            isEnded = false;
            results = ResultFolder.growing(path);
            folder = results.folder();
        } else if (!now.folders().equals(seen.folders())) {
            folder = ResultFolder.growing(path).folder();
        }
        ResultFolder named = folder.named(name);
        if (!readsOn || !now.results().equals(seen.results())) {
            results.readOn(line -> episodes.add(reducer.reduce(named, line)));
        }
        if (!now.isLive() && results.hasUnfinished()) {
            results.readUnfinished(line -> episodes.add(reducer.reduce(named, line)));
            isEnded = true;
        }
        return indexed(now);
    }

    private IndexedRecording indexed(Traces now) {
        List<EnvScan> scans = new ArrayList<>();
        for (EnvFolder env : folder.envs()) {
            scans.add(EnvScan.of(env, now.isLive()));
        }
        List<EnvSummary> envs = scans.stream().map(EnvScan::summary).toList();
        List<FileFault> problems = new ArrayList<>();
        results.problems().forEach(problem -> problems.add(problem.renamed(path, name)));
        problems.addAll(reducer.problems());
        return new IndexedRecording(
                recording(status(scans, now)),
                served,
                true,
                annotated(folder.annotations()),
                envs,
                problems,
                Totals.of(episodes, envs, Math.max(0, now.results().size())),
                times(scans, now));
    }

    private List<IndexedEpisode> annotated(Annotations annotations) {
        return annotations.lines().isEmpty()
                ? episodes
                : episodes.stream()
                        .map(e -> annotations
                                .of(e.envName(), e.run(), e.envId(), e.episode())
                                .map(e::with)
                                .orElse(e))
                        .toList();
    }

    private Status status(List<EnvScan> scans, Traces now) {
        if (now.isLive()) {
            return Status.RECORDING;
        }
        if (scans.stream().anyMatch(EnvScan::isUnclosed)) {
            return Status.NEEDS_RECOVER;
        }
        boolean isKept =
                !scans.isEmpty() && scans.stream().map(EnvScan::summary).allMatch(RecordingWatch::keepsPromise);
        return isKept ? Status.COMPLETE : Status.INCOMPLETE;
    }

    private static boolean keepsPromise(EnvSummary env) {
        long done = env.runs().stream()
                .filter(run -> run.state() == State.DONE || run.state() == State.REMOVED)
                .count();
        return env.promisedRuns() != null && done >= env.promisedRuns();
    }

    private static Times times(List<EnvScan> scans, Traces now) {
        long ofResults = TimeUnit.NANOSECONDS.toMillis(now.results().modifiedNanos());
        long first = scans.stream().mapToLong(EnvScan::firstMillis).min().orElse(ofResults);
        long last = Math.max(
                ofResults, scans.stream().mapToLong(EnvScan::lastMillis).max().orElse(0));
        return new Times(first == Long.MAX_VALUE || first == 0 ? null : (Long) first, last == 0 ? null : (Long) last);
    }
}
