package io.github.roboreel.tools.resume;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.SetAside;
import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.TornLine;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FolderEntries;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.RecordingDifference;
import io.github.roboreel.tools.check.RunAudits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Resumes the recording in an output folder, new or used, under the folder's lock. Run by run it says whether that one
 * is complete, and clears the way for one that is not. For one thread.
 */
public final class Resumption {
    private final RecordingIdentity identity;
    private final ResultFolder before;
    private final EnvFolder env;
    private final StoredRecording stored;
    private final Optional<Path> tornLine;
    private final RunFaults faults;

    private Resumption(
            RecordingIdentity identity,
            ResultFolder before,
            StoredRecording stored,
            RunFaults faults,
            Optional<Path> tornLine) {
        this.identity = identity;
        this.before = before;
        this.env = before.envOrMissing(identity.task().name());
        this.stored = stored;
        this.faults = faults;
        this.tornLine = tornLine;
    }

    /**
     * Looks into the folder. A torn last line of the results is set aside.
     *
     * @param lock the lock of that folder; proves that no one records into it now
     * @throws RoboReelException of kind {@link Kind#CONFLICT} when it holds another recording, of kind
     *     {@link Kind#UNCLOSED} when a run in it was not closed; nothing was touched
     * @throws io.github.roboreel.recorder.NewerFormatException when a newer RoboReel recorded into it; nothing was
     *     touched
     * @throws IOException when it cannot be read
     */
    public static Resumption of(OutputLock lock, RecordingIdentity identity) throws IOException {
        return of(lock, identity, true);
    }

    /** As {@link #of}, after a recovery: a run that it could not bring back is repeated. */
    public static Resumption afterRecovery(OutputLock lock, RecordingIdentity identity) throws IOException {
        return of(lock, identity, false);
    }

    private static Resumption of(OutputLock lock, RecordingIdentity identity, boolean needsClosed) throws IOException {
        RunAudits audits = new RunAudits();
        ResultFolder before = ResultFolder.open(lock.folder());
        EnvFolder env = before.envOrMissing(identity.task().name());
        StoredRecording stored = StoredRecording.read(before, env, audits);
        RunFaults faults = new RunFaults(before, env, identity.numEnvs(), audits);
        IdentityCheck.require(before, stored, identity, faults);
        if (needsClosed) {
            requireClosed(lock.folder());
        }
        Optional<Path> tornLine = TornLine.setAside(lock.folder().resolve(RunFolder.RESULTS));
        return new Resumption(identity, before, stored, faults, tornLine);
    }

    /** A recorder may have died before its folder looked like that of an env. */
    private static void requireClosed(Path folder) throws IOException {
        List<Path> unclosed = new ArrayList<>();
        for (Path env : FolderEntries.folders(folder)) {
            unclosed.addAll(RunRecovery.unclosedRuns(env));
        }
        if (!unclosed.isEmpty()) {
            throw new RoboReelException(
                    Kind.UNCLOSED,
                    Sentence.of(
                            "%s %s not closed by the recorder, or damaged since",
                            unclosed.stream().map(Path::toString).collect(Collectors.joining(", ")),
                            unclosed.size() == 1 ? "was" : "were"),
                    new Advice(Advice.Action.RECOVER, folder.toString()),
                    null);
        }
    }

    /**
     * Keys of the asked configuration that a run there says nothing of, since an older recorder wrote it; they were not
     * compared.
     */
    public SortedSet<String> keysNotCompared() {
        SortedSet<String> keys = new TreeSet<>();
        for (JsonNode there : stored.configs()) {
            keys.addAll(RecordingDifference.keysAbsent(there, identity.task().envConfig()));
        }
        return keys;
    }

    /** Where the torn last line of the results is now; empty when there was none. */
    public Optional<Path> tornLine() {
        return tornLine;
    }

    /**
     * The results of a run that is complete: {@code roboreel check} finds no error in its run file, every value of
     * which is read, nor in its result lines; every episode was judged and has one line. A missing log or video does
     * not make it incomplete, nor does the removal of its file after its upload.
     *
     * @return empty when the run must be recorded
     * @throws IOException when the folder cannot be read, or the reading was interrupted
     */
    public Optional<CompleteRun> completeRun(int run) throws IOException {
        if (faults.of(run).isPresent()) {
            return Optional.empty();
        }
        List<EpisodeRecord> results = faults.results(run);
        List<String> missing = env.isRemoved(run) ? List.of() : new SideFiles(env, identity).missing(run, results);
        return Optional.of(new CompleteRun(results, missing));
    }

    /**
     * Takes back the promise that all is done, before a run is recorded.
     *
     * @return where {@code run_complete.json} is now; empty when there was none
     * @throws IOException when it cannot be moved
     */
    public Optional<Path> withdrawPromise() throws IOException {
        return SetAside.move(env.path().resolve(RunFolder.RUN_COMPLETE));
    }

    /**
     * Moves what an incomplete run has left to a folder of its own inside the env folder, its result lines included.
     *
     * @return what was moved and why; empty when the run had left nothing
     * @throws IOException when something cannot be moved; calling it again continues
     */
    public Optional<ReplacedRun> makeWay(int run) throws IOException {
        List<Path> traces = SetAsideFolder.traces(env.path(), run);
        if (traces.isEmpty() && faults.results(run).isEmpty()) {
            return Optional.empty();
        }
        String reason = incompleteReason(run);
        Path aside = SetAsideFolder.create(env.path(), run);
        SetAsideFolder.moveLines(before.path(), identity.task().name(), run, aside);
        faults.rereadResults();
        for (Path file : traces) {
            Files.move(file, aside.resolve(file.getFileName()));
        }
        return Optional.of(new ReplacedRun(run, reason, aside));
    }

    /**
     * Continuous episodes that need not be recorded again: those that were judged and are in a run file.
     *
     * @return their result lines in the order in which the episodes began
     */
    public List<EpisodeRecord> judgedEpisodes() {
        return stored.judgedEpisodes();
    }

    /** The run in which continuous episodes continue: the first that nothing is there of, nor of any after it. */
    public int nextRun() {
        return stored.nextRun();
    }

    /**
     * How many runs are complete when those below {@code done} are: an earlier session may have recorded more than the
     * present one was asked for.
     */
    public int completeRuns(int done) {
        int complete = done;
        while (stored.hasEnded(complete)) {
            complete++;
        }
        return Math.max(complete, stored.promisedRuns());
    }

    /** Why a run is not complete. */
    String incompleteReason(int run) throws IOException {
        return faults.of(run).orElse("it was to be repeated");
    }

    /**
     * An incomplete run that made way for its repetition.
     *
     * @param run its index
     * @param reason why it was not complete
     * @param folder where its files and result lines are now
     */
    public record ReplacedRun(int run, String reason, Path folder) {}

    /**
     * A run that need not be recorded again.
     *
     * @param results its result lines, one per env
     * @param missingFiles logs and videos that belong to it and are not there, in words; they do not make it
     *     incomplete, since its data are
     */
    public record CompleteRun(List<EpisodeRecord> results, List<String> missingFiles) {
        public CompleteRun {
            results = List.copyOf(results);
            missingFiles = List.copyOf(missingFiles);
        }
    }
}
