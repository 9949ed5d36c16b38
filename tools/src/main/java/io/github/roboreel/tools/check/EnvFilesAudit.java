package io.github.roboreel.tools.check;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.RunComplete;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.folder.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Audit of the files that an env folder must have, and must not have. */
final class EnvFilesAudit {
    private static final String RECOVER = "bring back what it holds: roboreel recover";

    private final Scope scope;
    private final List<StoredRun> runs;
    private final Path folder;

    EnvFilesAudit(Scope scope, List<StoredRun> runs) {
        this.scope = scope;
        this.runs = runs;
        this.folder = scope.env().path();
    }

    void run() throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        checkConfig();
        checkRunComplete();
        checkRunNumbers();
        checkLeftovers();
    }

    private void checkConfig() {
        Path file = scope.env().configFile();
        if (!Files.isRegularFile(file)) {
            scope.findings()
                    .error(
                            file,
                            "",
                            "is missing, so the time step is unknown",
                            "copy it again, or write it anew with sim.dt and decimation");
        } else if (!scope.env().config().isMissingNode() && scope.dtSeconds().isEmpty()) {
            scope.findings()
                    .error(
                            file,
                            "",
                            "has no positive numbers sim.dt and decimation, so the time step is" + " unknown",
                            "put them in");
        }
    }

    private void checkRunComplete() {
        Path file = folder.resolve(RunFolder.RUN_COMPLETE);
        if (!scope.isOurs() || Files.exists(file)) {
            return;
        }
        String why = scope.isBeingRecorded() || isLive() ? "the recording goes on" : "";
        scope.findings()
                .note(
                        file,
                        "",
                        why.isEmpty()
                                ? "is missing: not all runs were done, or the recorder was embedded;"
                                        + " how many runs and videos there should be is unknown"
                                : "is not there yet: " + why,
                        "");
    }

    private boolean isLive() {
        return runs.stream().anyMatch(r -> r.facts().isLive());
    }

    private void checkRunNumbers() {
        SortedSet<Integer> numbers = new TreeSet<>();
        scope.env().runs().stream()
                .map(RunFile::run)
                .filter(OptionalInt::isPresent)
                .forEach(run -> numbers.add(run.getAsInt()));
        int promised = scope.env()
                .runComplete()
                .map(RunComplete::numRuns)
                .orElse(OptionalInt.empty())
                .orElse(0);
        int last = Math.max(promised, numbers.isEmpty() ? 0 : numbers.last() + 1);
        for (int run = 0; run < last; run++) {
            if (!numbers.contains(run)) {
                missingRun(run, promised);
            }
        }
    }

    private void missingRun(int run, int promised) {
        Path file = folder.resolve(RunFolder.runFile(run));
        String why = run < promised
                ? "is missing: " + RunFolder.RUN_COMPLETE + " promises " + promised + " runs"
                : "is missing: there are runs behind it";
        String advice = "take it from a backup, or record the run again";
        scope.findings()
                .add(
                        run < promised || scope.isOurs() ? FileFault.Severity.ERROR : FileFault.Severity.NOTE,
                        file,
                        "",
                        why,
                        advice);
    }

    private void checkLeftovers() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                checkLeftover(file, file.getFileName().toString());
            }
        }
    }

    private void checkLeftover(Path file, String name) {
        boolean isOpen = scope.isBeingRecorded() || isLive();
        if (name.endsWith(RunFolder.STAGING_SUFFIX)) {
            leftover(file, isOpen, "is left by a recorder that died, with rows that may be in no run file", RECOVER);
        } else if (name.endsWith(RunFolder.RECORDING_VIDEO_SUFFIX)) {
            leftover(file, isOpen, "is left by a recorder that died; it plays up to where that was", RECOVER);
        } else if (name.endsWith(RunFolder.FINISHING_VIDEO_SUFFIX)
                || name.endsWith(RunFolder.CREATING_SUFFIX)
                || name.endsWith(RunFolder.MERGING_SUFFIX)) {
            leftover(
                    file,
                    isOpen,
                    "is unfinished: its writer died before it was whole",
                    "delete it when nothing writes here any more");
        } else if (name.endsWith(RunFolder.COMPACTING_SUFFIX) && !isOpen) {
            scope.findings()
                    .note(
                            file,
                            "",
                            "is left by a compaction that was ended; the run file beside it is whole" + " without it",
                            "roboreel recover reads that and removes this");
        } else if (RunFolder.isSetAside(name)) {
            scope.findings()
                    .note(file, "", "was set aside and is no part of the recording", "delete it when it is not wanted");
        }
    }

    /** What belongs to a recording that goes on is no leftover. */
    private void leftover(Path file, boolean isOpen, String problem, String advice) {
        if (!isOpen) {
            scope.findings().error(file, "", problem, advice);
        }
    }
}
