package io.github.roboreel.tools.report;

import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recordings.folder.CountedScores;
import io.github.roboreel.recordings.folder.EpisodeLine;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * An episode as the rows of a report count it.
 *
 * @param source the episode
 * @param countedScore what it adds to a mean of scores; empty when it has no score that counts
 * @param wrongObjects the wrong object of each wrong grab that counts
 */
record ScoredEpisode(ReportedEpisode source, OptionalDouble countedScore, List<String> wrongObjects) {
    static final String NO_VALUE = "(none)";

    private static final Set<String> STANDARD_METRICS = Set.copyOf(EpisodeMetrics.STANDARD.names());

    /** An object whose name holds one of these holds things itself. */
    private static final List<String> CONTAINERS =
            List.of("bin", "crate", "box", "container", "basket", "tray", "bucket", "shelf", "drawer", "cabinet");

    /**
     * Of a folder.
     *
     * @param scores of the folder
     * @param excludeContainers whether wrong objects that are containers do not count
     */
    static ScoredEpisode of(ReportedEpisode source, CountedScores scores, boolean excludeContainers) {
        List<String> objects = source.wrongObjects();
        boolean areFewer = excludeContainers && objects.stream().anyMatch(ScoredEpisode::isContainer);
        return new ScoredEpisode(source, scores.of(source.line()), areFewer ? withoutContainers(objects) : objects);
    }

    private static List<String> withoutContainers(List<String> objects) {
        return objects.stream().filter(object -> !isContainer(object)).toList();
    }

    private static boolean isContainer(String object) {
        String name = object.toLowerCase(Locale.ROOT);
        return CONTAINERS.stream().anyMatch(name::contains);
    }

    static boolean isStandard(String metric) {
        return STANDARD_METRICS.contains(metric);
    }

    String folder() {
        return source.folder();
    }

    EpisodeLine line() {
        return source.line();
    }

    OptionalDouble metric(String name) {
        return source.metric(name);
    }

    OptionalDouble durationSeconds() {
        return source.durationSeconds();
    }

    String task() {
        return line().envName();
    }

    String instructionType() {
        return line().instructionType().orElse("default");
    }

    String policy() {
        return line().policy().orElse(NO_VALUE);
    }

    String scene() {
        return line().text("scene").orElse(NO_VALUE);
    }
}
