package io.github.roboreel.tools.check;

import io.github.roboreel.recordings.folder.FileFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Findings of an audit of one folder.
 *
 * @param folder the folder
 * @param findings errors and notes, env by env and file by file
 * @param runFiles run files read
 * @param episodes demos read
 * @param videos videos looked into
 * @param replayed episodes replayed; empty when that was not asked for
 */
public record AuditReport(
        Path folder, List<FileFault> findings, int runFiles, int episodes, int videos, OptionalInt replayed) {
    public AuditReport {
        findings = List.copyOf(findings);
    }

    AuditReport(Path folder, List<FileFault> findings, Counts counts) {
        this(folder, findings, counts.runFiles, counts.episodes, counts.videos, OptionalInt.empty());
    }

    /** This report with what a replay of the folder's episodes found. */
    public AuditReport withReplay(List<FileFault> found, int episodesReplayed) {
        List<FileFault> all = new ArrayList<>(findings);
        all.addAll(found);
        return new AuditReport(folder, all, runFiles, episodes, videos, OptionalInt.of(episodesReplayed));
    }

    /** What has been looked at so far. */
    static final class Counts {
        private int runFiles;
        private int episodes;
        private int videos;

        void addRunFile(int demos) {
            runFiles++;
            episodes += demos;
        }

        int episodes() {
            return episodes;
        }

        void addVideo() {
            videos++;
        }
    }

    /** Whether something is missing, damaged or contradictory. */
    public boolean isDamaged() {
        return count(FileFault.Severity.ERROR) > 0;
    }

    /** How many findings are that bad. */
    public long count(FileFault.Severity severity) {
        return findings.stream().filter(f -> f.severity() == severity).count();
    }
}
