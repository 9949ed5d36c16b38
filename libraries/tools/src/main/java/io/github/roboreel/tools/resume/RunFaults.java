package io.github.roboreel.tools.resume;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.check.RunAudits;
import io.github.roboreel.tools.check.RunAudits.AuditedRun;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Faults of the runs of an env folder. Each run file is read once. */
final class RunFaults {
    private ResultFolder folder;
    private final EnvFolder env;
    private final int numEnvs;
    private final RunAudits audits;
    private final Map<Integer, Optional<String>> faults = new HashMap<>();

    RunFaults(ResultFolder folder, EnvFolder env, int numEnvs, RunAudits audits) {
        this.folder = folder;
        this.env = env;
        this.numEnvs = numEnvs;
        this.audits = audits;
    }

    /**
     * Why a run is not complete; empty when it is. For one that was uploaded and removed, its result lines decide.
     *
     * @throws IOException when the folder cannot be read, or the reading was interrupted
     */
    Optional<String> of(int run) throws IOException {
        Optional<String> known = faults.get(run);
        if (known != null) {
            return known;
        }
        if (env.isRemoved(run)) {
            return faultOfLines(run);
        }
        Optional<RunFile> file = env.run(run);
        if (file.isEmpty()) {
            return Optional.of("it has no " + RunFolder.runFile(run));
        }
        List<EpisodeRecord> results = results(run);
        Optional<String> fault =
                new RunVerification(audits.audit(env, file.get(), results), results, run, numEnvs).fault();
        faults.put(run, fault);
        return fault;
    }

    private Optional<String> faultOfLines(int run) {
        List<EpisodeRecord> results = results(run);
        return results.stream()
                .filter(line -> line.success().isEmpty())
                .findFirst()
                .map(line ->
                        RunFolder.runFile(run) + " was uploaded and removed, and not all of its episodes were judged")
                .or(() -> RunVerification.miscountedLine(results, run, numEnvs));
    }

    /** Reads the result lines again, since some were moved out and the others have other places now. */
    void rereadResults() throws IOException {
        folder = ResultFolder.open(folder.path());
    }

    /** The result lines of a run. */
    List<EpisodeRecord> results(int run) {
        return folder.episodes().stream()
                .filter(e -> e.envName().equals(env.name()))
                .filter(e -> e.run().equals(OptionalInt.of(run)))
                .toList();
    }

    /** Judges by an audit whether a run is all there. */
    record RunVerification(AuditedRun audited, List<EpisodeRecord> results, int run, int numEnvs) {
        /** Why the run is not complete; empty when it is. */
        Optional<String> fault() {
            return unjudgedDemo().or(this::firstError).or(() -> miscountedLine(results, run, numEnvs));
        }

        private Optional<String> unjudgedDemo() {
            return audited.demos().entrySet().stream()
                    .filter(demo -> !StoredRecording.isJudged(demo.getValue()))
                    .findFirst()
                    .map(demo -> place(run, demo.getKey()) + " has status " + status(demo.getValue()));
        }

        private static Object status(Map<String, Object> demo) {
            return demo.getOrDefault(AttributeNames.STATUS, "unknown");
        }

        private Optional<String> firstError() {
            List<FileFault> errors = audited.errors();
            if (errors.isEmpty()) {
                return Optional.empty();
            }
            String more = errors.size() > 1 ? ", and " + (errors.size() - 1) + " more faults" : "";
            return Optional.of(errors.get(0).complaint() + more);
        }

        /** Which env has not one result line. */
        static Optional<String> miscountedLine(List<EpisodeRecord> results, int run, int numEnvs) {
            for (int env = 0; env < numEnvs; env++) {
                OptionalInt id = OptionalInt.of(env);
                long lines = results.stream().filter(r -> r.envId().equals(id)).count();
                if (lines != 1) {
                    return Optional.of(place(run, env) + " has " + lines + " result lines, not 1");
                }
            }
            return results.size() == numEnvs
                    ? Optional.empty()
                    : Optional.of("it has " + results.size() + " result lines for " + numEnvs + " envs");
        }

        private static String place(int run, int env) {
            return RunFolder.runFile(run) + ", demo_" + env;
        }
    }
}
