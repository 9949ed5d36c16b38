package io.github.roboreel.recorder.hdf5.recover;

import java.nio.file.Path;
import java.util.List;

/**
 * What a recovery found and did. Immutable.
 *
 * @param runFile the run file
 * @param outcome what became of it
 * @param demos one entry per demo that was looked into, in env order; empty when nothing had to be
 * @param findings what could not be restored or read, a sentence each
 * @param setAside files that were kept beside it because they may hold what is missing
 * @param removed files that were deleted because the run file, every byte of which was read, holds all that they could
 */
public record RecoveryReport(
        Path runFile,
        Outcome outcome,
        List<DemoRecovery> demos,
        List<String> findings,
        List<Path> setAside,
        List<Path> removed) {

    /** What became of a run file. */
    public enum Outcome {
        /** It was closed by its recorder; nothing was changed in it. */
        CLOSED_PROPERLY,
        /** A whole file is in its place, of which every chunk was read again. */
        RECOVERED,
        /** Its recorder died before it had its name; it was rebuilt from staging. */
        REBUILT,
        /** The recovered file is in the work folder, since the run's disk has no room for it; the run is as it was. */
        BUILT_ELSEWHERE,
        /** The recorder died before it consumed a step; there is no run file. */
        NOTHING_RECORDED,
        /** Nothing in it can be read; it stays as it is. */
        UNREADABLE
    }

    public RecoveryReport {
        demos = List.copyOf(demos);
        findings = List.copyOf(findings);
        setAside = List.copyOf(setAside);
        removed = List.copyOf(removed);
    }

    /** Whether every step that had been acknowledged is in the run file. */
    public boolean isComplete() {
        return findings.isEmpty() && demos.stream().allMatch(DemoRecovery::isComplete);
    }
}
