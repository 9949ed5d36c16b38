package io.github.roboreel.tools.report;

import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.util.Comparator;
import java.util.List;

/**
 * Episodes of one output folder for a report.
 *
 * @param name what results call the folder
 * @param episodes by their number, those without one last; those of one number as the results file has them
 */
public record EpisodeSource(String name, List<? extends ReportedEpisode> episodes) {
    /** Copies the list, unless it is immutable. */
    public EpisodeSource {
        episodes = List.copyOf(episodes);
    }

    /** Of a folder that was read; logs that cannot be read are added to the problems. */
    static EpisodeSource of(ResultFolder folder, List<FileFault> problems) {
        List<ReportedEpisode> episodes = folder.episodes().stream()
                .sorted(Comparator.comparingInt(EpisodeSource::number))
                .map(line -> ReportedEpisode.of(folder, line, problems))
                .toList();
        return new EpisodeSource(folder.name(), episodes);
    }

    private static int number(EpisodeRecord line) {
        return line.episode().orElse(Integer.MAX_VALUE);
    }
}
