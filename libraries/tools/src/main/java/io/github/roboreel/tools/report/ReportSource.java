package io.github.roboreel.tools.report;

import io.github.roboreel.recordings.folder.CountedScores;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Episodes of one output folder for a report.
 *
 * @param name what results call the folder
 * @param episodes by their number, those without one last; those of one number as the results file has them
 * @param scores what each adds to a mean of scores
 */
public record ReportSource(String name, List<? extends ReportedEpisode> episodes, CountedScores scores) {
    /** Copies the list, unless it is immutable. */
    public ReportSource {
        episodes = List.copyOf(episodes);
    }

    /**
     * Of all episodes of a folder.
     *
     * @param name what results call the folder
     * @param episodes in the order of the component
     */
    public ReportSource(String name, List<? extends ReportedEpisode> episodes) {
        this(
                name,
                episodes,
                CountedScores.of(
                        () -> episodes.stream().map(ReportedEpisode::line).iterator()));
    }

    /** Those that pass, each with the score that it has among all. */
    public ReportSource passing(Predicate<ReportedEpisode> filter) {
        return new ReportSource(name, episodes.stream().filter(filter).toList(), scores);
    }

    /** Of a folder that was read; logs that cannot be read are added to the problems. */
    static ReportSource of(ResultFolder folder, List<FileFault> problems) {
        List<ReportedEpisode> episodes = folder.episodes().stream()
                .sorted(Comparator.comparingInt(ReportSource::number))
                .map(line -> ReportedEpisode.of(folder, line, problems))
                .toList();
        return new ReportSource(folder.name(), episodes);
    }

    private static int number(EpisodeRecord line) {
        return line.episode().orElse(Integer.MAX_VALUE);
    }
}
