package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Audit of the files that an env folder must have, and must not have. */
final class EnvFilesAudit {
    private static final String RECOVER = "bring back what it holds: " + Operation.RECOVER.command();

    /** What a file of such a name is when nothing writes it any more. */
    private enum Leftover {
        STAGING(
                RunFolder.STAGING_SUFFIX,
                "is left by a recorder that died, with rows that may be in no run file",
                RECOVER),
        RECORDING_VIDEO(
                RunFolder.RECORDING_VIDEO_SUFFIX,
                "is left by a recorder that died; it plays up to where that was",
                RECOVER),
        FINISHING_VIDEO(RunFolder.FINISHING_VIDEO_SUFFIX),
        CREATING(RunFolder.CREATING_SUFFIX),
        MERGING(RunFolder.MERGING_SUFFIX),
        LIVE_LOG(
                RunFolder.LIVE_LOG_SUFFIX,
                "is left by a recorder that died, with events that may be in no log",
                RECOVER),
        COMPACTING(
                RunFolder.COMPACTING_SUFFIX,
                "is left by a compaction that was ended; the run file beside it is whole without it",
                Operation.RECOVER.command() + " reads that and removes this");

        private final String suffix;
        private final String problem;
        private final String advice;

        Leftover(String suffix) {
            this(
                    suffix,
                    "is unfinished: its writer died before it was whole",
                    "delete it when nothing writes here any more");
        }

        Leftover(String suffix, String problem, String advice) {
            this.suffix = suffix;
            this.problem = problem;
            this.advice = advice;
        }
    }

    private final Scope scope;
    private final Findings findings;
    private final Path folder;
    private final boolean goesOn;
    private final List<EpisodeRecord> records;

    EnvFilesAudit(Scope scope, List<ScannedRun> runs, List<EpisodeRecord> records) {
        this.records = records;
        this.scope = scope;
        this.findings = scope.findings();
        this.folder = scope.env().path();
        this.goesOn =
                scope.isBeingRecorded() || runs.stream().anyMatch(r -> r.facts().isLive());
    }

    void run() throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        checkConfig();
        if (!scope.isWhole()) {
            return;
        }
        checkRunComplete();
        checkRunNumbers();
        try (Stream<Path> files = Files.list(folder)) {
            files.sorted().forEach(this::checkLeftover);
        }
    }

    private void checkConfig() {
        Path file = scope.env().configFile();
        JsonNode config = scope.env().config();
        if (!Files.isRegularFile(file)) {
            findings.error(
                    file,
                    "",
                    "is missing, so the time step is unknown",
                    "copy it again, or write it again with sim.dt and decimation");
        } else if (!config.isMissingNode() && scope.dtSeconds().isEmpty()) {
            findings.error(
                    file,
                    "",
                    "has no positive numbers sim.dt and decimation, so the time step is unknown",
                    "put them in");
        } else if (scope.isOurs() && !config.isMissingNode()) {
            // Simulators fill it as they like; what is of another type counts as absent.
            DocumentSchema.ENV_CONFIG
                    .faults(config)
                    .forEach(fault -> findings.note(file, fault.field(), fault.problem(), "mend the field"));
        }
    }

    private void checkRunComplete() throws IOException {
        Path file = folder.resolve(RunFolder.RUN_COMPLETE);
        if (!scope.isOurs()) {
            return;
        }
        if (scope.env().runComplete().isPresent()) {
            DocumentSchema.RUN_COMPLETE
                    .faults(LenientJson.read(file))
                    .forEach(fault -> findings.error(file, fault.field(), fault.problem(), "mend the field"));
            checkJudged(file, scope.env().runComplete().get());
        } else if (!Files.exists(file)) {
            String problem = goesOn
                    ? "is not there yet: the recording is in progress"
                    : "is missing: not all runs were done, or their program did not write it; how many runs and videos"
                            + " there should be is unknown";
            findings.note(file, "", problem, "");
        }
    }

    /** A repeated line counts once. */
    private void checkJudged(Path file, RunComplete promise) {
        long judged = records.stream()
                .filter(line -> line.success().isPresent())
                .map(EpisodeRecord::episode)
                .distinct()
                .count();
        if (promise.numEpisodes() != null && promise.numEpisodes() != judged) {
            String problem = "is " + promise.numEpisodes() + "; the results hold " + judged + " judged episodes";
            findings.error(file, "num_episodes", problem, Scope.COMPARE);
        }
    }

    private void checkRunNumbers() {
        TreeSet<Integer> numbers = new TreeSet<>();
        scope.env().runs().forEach(file -> file.run().ifPresent(numbers::add));
        int promised = scope.env().runComplete().map(RunComplete::numRuns).orElse(0);
        scope.env().removedRuns().forEach(run -> {
            Path file = folder.resolve(RunFolder.runFile(run));
            findings.note(file, "", "was uploaded and removed, so it was not checked", "");
        });
        int last = Math.max(promised, numbers.isEmpty() ? 0 : numbers.last() + 1);
        for (int run = 0; run < last; run++) {
            if (!numbers.contains(run) && !scope.env().isRemoved(run)) {
                missingRun(run, promised);
            }
        }
    }

    private void missingRun(int run, int promised) {
        Path file = folder.resolve(RunFolder.runFile(run));
        String problem = run < promised
                ? "is missing: " + RunFolder.RUN_COMPLETE + " promises " + promised + " runs"
                : "is missing: there are runs behind it";
        Severity severity = run < promised || scope.isOurs() ? Severity.ERROR : Severity.NOTE;
        findings.add(severity, file, "", problem, "take it from a backup, or record the run again");
    }

    /** What belongs to a recording in progress is no leftover. */
    private void checkLeftover(Path file) {
        String name = file.getFileName().toString();
        for (Leftover kind : Leftover.values()) {
            if (name.endsWith(kind.suffix)) {
                boolean isHarmless = kind == Leftover.COMPACTING || kind == Leftover.LIVE_LOG;
                Severity severity = isHarmless ? Severity.NOTE : Severity.ERROR;
                if (!goesOn) {
                    findings.add(severity, file, "", kind.problem, kind.advice);
                }
                return;
            }
        }
        if (RunFolder.isSetAside(name)) {
            findings.note(file, "", "was set aside and is no part of the recording", "delete it when it is not wanted");
        }
    }
}
