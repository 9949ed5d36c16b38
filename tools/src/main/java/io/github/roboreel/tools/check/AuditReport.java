package io.github.roboreel.tools.check;

import io.github.roboreel.tools.FileFault;
import java.nio.file.Path;
import java.util.List;

/**
 * Findings of an audit of one folder.
 *
 * @param folder the folder
 * @param findings errors and notes, env by env and file by file
 * @param runFiles run files read
 * @param episodes demos read
 * @param videos videos looked into
 */
public record AuditReport(Path folder, List<FileFault> findings, int runFiles, int episodes, int videos) {
    /** Copies the list. */
    public AuditReport {
        findings = List.copyOf(findings);
    }

    AuditReport(Path folder, List<FileFault> findings, Counts counts) {
        this(folder, findings, counts.runFiles, counts.episodes, counts.videos);
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
