package io.github.roboreel.tools.retain;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Removes uploaded run files and videos from output folders, each under its lock. */
public final class FolderRetention {
    private FolderRetention() {}

    /**
     * Removes what exceeds the bounds in all folders together. Files of a folder into which a recorder writes count and
     * stay.
     *
     * @param folders each once
     * @param maxBytes of run files and videos in all folders together; 0 for no bound
     * @param maxAge of an upload; zero for no bound
     * @param isDryRun whether nothing is removed
     * @throws IOException when a folder cannot be read; files of others may be gone
     */
    public static FolderRetentionReport apply(
            Collection<Path> folders, long maxBytes, Duration maxAge, boolean isDryRun) throws IOException {
        List<OutputLock> locks = new ArrayList<>();
        List<Path> others = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        try {
            for (Path folder : folders) {
                try {
                    locks.add(OutputLock.acquire(folder));
                } catch (RoboReelException e) {
                    if (e.kind() != Kind.LOCKED) {
                        throw e;
                    }
                    others.add(folder);
                    refusals.add(e.getMessage());
                }
            }
            Retention.Bounds bounds = new Retention.Bounds(maxBytes, maxAge);
            Retention.Result result = Retention.apply(locks, others, bounds, isDryRun);
            refusals.addAll(result.kept());
            return new FolderRetentionReport(result, refusals);
        } finally {
            locks.forEach(OutputLock::close);
        }
    }

    /**
     * Result for some output folders. Immutable.
     *
     * @param result what was removed, and what stayed
     * @param refusals why files that were due, or all of a folder, stay, a sentence each
     */
    public record FolderRetentionReport(Retention.Result result, List<String> refusals) {
        public FolderRetentionReport {
            refusals = List.copyOf(refusals);
        }
    }
}
