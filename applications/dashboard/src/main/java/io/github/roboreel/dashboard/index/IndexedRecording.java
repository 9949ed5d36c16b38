package io.github.roboreel.dashboard.index;

import io.github.roboreel.recordings.folder.CountedScores;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.confidence.Interval;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.ReportSource;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * An output folder with its episodes, as of one look. Immutable.
 *
 * @param recording which it is, and how it stands
 * @param served id of the served folder
 * @param isRead whether its episodes have been read yet
 * @param episodes in the order of the results file
 * @param envs its env folders
 * @param problems what could not be read or is doubtful
 * @param totals of its episodes
 * @param times when it was begun and changed last
 */
public record IndexedRecording(
        Recording recording,
        String served,
        boolean isRead,
        List<IndexedEpisode> episodes,
        List<EnvSummary> envs,
        List<FileFault> problems,
        Totals totals,
        Times times) {
    /**
     * When a recording was begun and changed last, according to its files.
     *
     * @param started ms since 1970; null when it has no files, as {@code modified}
     */
    public record Times(Long started, Long modified) {
        static final Times NONE = new Times(null, null);
    }

    /**
     * Numbers of a recording's episodes.
     *
     * @param episodes how many
     * @param judged how many have a verdict
     * @param successes how many succeeded
     * @param rate 95 % interval of the success rate, which takes longer to compute than all else of a list
     * @param score of those that have one that counts; a success counts as 1
     * @param policies who acted, by name
     * @param tasks names of the envs that have a line or a folder, by name
     * @param bytes of all its files
     */
    public record Totals(
            int episodes,
            int judged,
            int successes,
            Interval rate,
            SampleStatistics score,
            List<String> policies,
            List<String> tasks,
            long bytes) {
        static Totals of(List<IndexedEpisode> episodes, List<EnvSummary> envs, long ownBytes) {
            int judged = (int) episodes.stream().filter(e -> e.verdict() >= 0).count();
            int successes =
                    (int) episodes.stream().filter(IndexedEpisode::isSuccess).count();
            SampleStatistics score = SampleStatistics.of(episodes, CountedScores.of(episodes)::of);
            return new Totals(
                    episodes.size(),
                    judged,
                    successes,
                    RateInterval.HPD.of(successes, judged),
                    score,
                    sorted(episodes.stream().flatMap(e -> e.policy().stream())),
                    sorted(Stream.concat(
                            episodes.stream().map(IndexedEpisode::envName),
                            envs.stream().map(EnvSummary::name))),
                    ownBytes + envs.stream().mapToLong(EnvSummary::bytes).sum());
        }

        private static List<String> sorted(Stream<String> names) {
            TreeSet<String> sorted = new TreeSet<>();
            names.forEach(sorted::add);
            return List.copyOf(sorted);
        }
    }

    public IndexedRecording {
        episodes = episodes instanceof LateEpisodes ? episodes : List.copyOf(episodes);
        envs = List.copyOf(envs);
        problems = List.copyOf(problems);
    }

    static IndexedRecording notRead(Recording recording, String served) {
        return new IndexedRecording(
                recording,
                served,
                false,
                List.of(),
                List.of(),
                List.of(),
                Totals.of(List.of(), List.of(), 0),
                Times.NONE);
    }

    public String id() {
        return recording.id();
    }

    /** Its episodes for a report. */
    public ReportSource source() {
        List<IndexedEpisode> byNumber = episodes.stream()
                .sorted(Comparator.comparingInt(e -> e.episode().orElse(Integer.MAX_VALUE)))
                .toList();
        return new ReportSource(recording.name(), byNumber);
    }
}
