package io.github.roboreel.tools.resume;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.tools.EpisodeRecord;
import io.github.roboreel.tools.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Goes on with the recording in an output folder, new or used, under the folder's lock. Run by run
 * it says whether that one is complete, and clears the way for one that is not.
 */
public final class Resumption {
    private final Path folder;
    private final RecordingIdentity identity;
    private final ResultFolder before;

    private Resumption(Path folder, RecordingIdentity identity, ResultFolder before) {
        this.folder = folder;
        this.identity = identity;
        this.before = before;
    }

    /**
     * Looks into the folder.
     *
     * @param lock the lock of that folder; proves that nobody records into it now
     * @throws ResumeRefusedException when it holds another recording; nothing was touched
     * @throws IOException when it cannot be read
     */
    public static Resumption of(OutputLock lock, RecordingIdentity identity) throws IOException {
        ResultFolder before = ResultFolder.open(lock.folder());
        IdentityCheck.require(before, identity);
        return new Resumption(lock.folder(), identity, before);
    }

    /**
     * The results of a run that is complete: every episode was judged, has its line, and its data
     * was read in the run file.
     *
     * @return empty when the run must be recorded
     */
    public Optional<List<EpisodeRecord>> completeRun(int run) {
        boolean complete = Files.exists(runFile(run)) && fault(run).isEmpty();
        return complete ? Optional.of(resultsOf(run)) : Optional.empty();
    }

    /**
     * Moves what an incomplete run has left to a folder of its own inside the env folder, its
     * result lines included.
     *
     * @return what was moved and why; empty when the run had left nothing
     * @throws IOException when something cannot be moved; calling it again goes on
     */
    public Optional<ReplacedRun> makeWay(int run) throws IOException {
        List<Path> traces = RunTraces.of(envFolder(), run);
        if (traces.isEmpty() && resultsOf(run).isEmpty()) {
            return Optional.empty();
        }
        String reason = incompleteReason(run);
        Path aside = SetAsideFolder.create(envFolder(), run);
        ResultLines.moveOut(folder, identity.envName(), run, aside);
        for (Path file : traces) {
            Files.move(file, aside.resolve(file.getFileName()));
        }
        return Optional.of(new ReplacedRun(run, reason, aside));
    }

    /** Why a run is not complete. */
    String incompleteReason(int run) {
        return Files.exists(runFile(run))
                ? fault(run).orElse("it was to be repeated")
                : "it has no " + EpisodeId.runFileName(run);
    }

    private Optional<String> fault(int run) {
        return new RunVerification(runFile(run), resultsOf(run), identity.numEnvs()).fault();
    }

    private List<EpisodeRecord> resultsOf(int run) {
        return before.episodes().stream()
                .filter(e -> e.envName().equals(identity.envName()))
                .filter(e -> e.run().isPresent() && e.run().getAsInt() == run)
                .toList();
    }

    private Path envFolder() {
        return folder.resolve(identity.envName());
    }

    private Path runFile(int run) {
        return envFolder().resolve(EpisodeId.runFileName(run));
    }
}
