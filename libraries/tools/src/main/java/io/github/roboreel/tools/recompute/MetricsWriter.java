package io.github.roboreel.tools.recompute;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts recomputed metrics into a folder's results file. The new file takes the place of the old one in one step, so
 * that a reader sees one or the other; the old one is kept under another name. The caller holds the folder's
 * {@link io.github.roboreel.recorder.OutputLock} from before it opened the folder.
 */
public final class MetricsWriter {
    /**
     * What was written.
     *
     * @param results the results file
     * @param linesWritten lines that have recomputed metrics now
     * @param setAside the file as it was before; empty when nothing had to change
     * @param problems episodes without a line, lines that could not be changed
     */
    public record Written(Path results, int linesWritten, Optional<Path> setAside, List<FileFault> problems) {
        public Written {
            problems = List.copyOf(problems);
        }
    }

    private MetricsWriter() {}

    /**
     * Puts metrics into the {@code metrics} of the line of each episode, key by key: what the sets that computed them
     * do not know stays, and so does every other byte of the file; only of its {@code failed_sinks} those sets are
     * taken out. Metrics of an assumed period are a guess, so they replace nothing.
     *
     * @throws IOException when the folder has no results file, or it cannot be written; the old file is in place then
     */
    public static Written write(ResultFolder folder, List<StoredMetrics> episodes) throws IOException {
        Path results = folder.resultsFile()
                .orElseThrow(() -> new IOException(folder.path()
                        + " has no results file to write metrics"
                        + " into; re-create it with: roboreel"
                        + " rebuild "
                        + folder.path()));
        List<FileFault> problems = new ArrayList<>(withoutLine(results, episodes));
        byte[] original = Files.readAllBytes(results);
        List<StoredMetrics> certain =
                episodes.stream().filter(e -> !e.isPeriodAssumed()).toList();
        problems.addAll(guessed(results, episodes));
        Map<Integer, MetricsMerge> replacements = replacements(certain);
        SplicedResults spliced = splice(results, original, replacements);
        problems.addAll(notReplaced(results, replacements.keySet(), spliced.edited()));
        Optional<Path> aside = Arrays.equals(original, spliced.bytes())
                ? Optional.empty()
                : WholeFile.replace(results, spliced.bytes());
        return new Written(results, spliced.edited().size(), aside, problems);
    }

    private static List<FileFault> withoutLine(Path results, List<StoredMetrics> episodes) {
        return episodes.stream()
                .map(StoredMetrics::episode)
                .filter(episode -> episode.lines().isEmpty())
                .map(episode -> FileFault.leftOut(
                        results,
                        "has no line for "
                                + episode.location().demo()
                                + " of "
                                + episode.location().file(),
                        "re-create the line with: " + Operation.REBUILD.command()))
                .toList();
    }

    private static List<FileFault> guessed(Path results, List<StoredMetrics> episodes) {
        return episodes.stream()
                .filter(StoredMetrics::isPeriodAssumed)
                .flatMap(e -> e.episode().lines().stream())
                .map(line -> FileFault.leftOut(
                        results,
                        line.line(),
                        "keeps its metrics: nothing says the time between two" + " steps",
                        "copy env_cfg.json from where the episode was recorded"))
                .toList();
    }

    private static Map<Integer, MetricsMerge> replacements(List<StoredMetrics> episodes) {
        Map<Integer, MetricsMerge> replacements = new LinkedHashMap<>();
        for (StoredMetrics metrics : episodes) {
            for (EpisodeRecord line : metrics.episode().lines()) {
                replacements.put(line.line(), new MetricsMerge(metrics.computed()));
            }
        }
        return replacements;
    }

    private static SplicedResults splice(Path results, byte[] original, Map<Integer, MetricsMerge> replacements)
            throws IOException {
        if (!results.endsWith(RunFolder.LEGACY_RESULTS)) {
            return SplicedResults.ofLines(original, replacements);
        }
        try {
            return SplicedResults.ofArray(original, replacements);
        } catch (IOException e) {
            throw new IOException(
                    results
                            + " "
                            + e.getMessage().replaceAll("\\s*\\R\\s*", " ")
                            + ", so nothing was written; mend it first",
                    e);
        }
    }

    private static List<FileFault> notReplaced(Path results, Set<Integer> wanted, Set<Integer> replaced) {
        return wanted.stream()
                .filter(line -> !replaced.contains(line))
                .map(line -> FileFault.leftOut(
                        results, line, "could not be changed and is as it was: it is no clean JSON", "mend the line"))
                .toList();
    }
}
