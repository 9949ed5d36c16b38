package io.github.roboreel.tools.check;

import io.github.roboreel.tools.check.scan.IsolatedScans;
import io.github.roboreel.tools.check.scan.RunFacts;
import io.github.roboreel.tools.folder.EnvFolder;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.RunFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Audits one env folder with its result lines. */
final class EnvAudit {
    private final EnvFolder env;
    private final List<EpisodeRecord> records;
    private final boolean hasResults;
    private final boolean isBeingRecorded;
    private final Findings findings;

    EnvAudit(
            EnvFolder env,
            List<EpisodeRecord> records,
            boolean hasResults,
            boolean isBeingRecorded,
            Findings findings) {
        this.env = env;
        this.records = records;
        this.hasResults = hasResults;
        this.isBeingRecorded = isBeingRecorded;
        this.findings = findings;
    }

    /** Reads and compares; true when RoboReel wrote the folder. */
    boolean run(IsolatedScans scans, AuditReport.Counts counts) throws IOException {
        List<StoredRun> runs = new ArrayList<>();
        for (RunFile file : env.runs()) {
            RunFacts facts = scans.scan(file.path(), dtSeconds());
            counts.addRunFile(facts.demos().size());
            runs.add(new StoredRun(file, facts));
        }
        boolean isOurs =
                env.runComplete().filter(r -> r.formatVersion().isPresent()).isPresent()
                        || runs.stream().anyMatch(r -> r.facts().isOurs());
        Scope scope = new Scope(env, isOurs, isBeingRecorded, findings);
        new EnvFilesAudit(scope, runs).run();
        for (StoredRun run : runs) {
            new RunAudit(scope, run, records).run();
        }
        new ComparabilityAudit(scope, runs).run();
        new EpisodesAudit(scope, runs, records, hasResults, counts).run();
        return isOurs;
    }

    /** For metrics; without a configuration the lines say with what theirs were computed. */
    private double dtSeconds() {
        OptionalDouble ofLines = records.stream()
                .flatMapToDouble(line -> line.dtSeconds().stream())
                .filter(dt -> dt > 0)
                .findFirst();
        return env.dtSeconds().isPresent() || ofLines.isEmpty() ? env.dtSecondsOrDefault() : ofLines.getAsDouble();
    }
}
