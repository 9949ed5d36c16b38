package io.github.roboreel.tools.plot;

import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.statistics.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Outcome of the episodes of a task, in one series of a comparison.
 *
 * @param name of the task, and of the series where there are several
 * @param series index of the series
 * @param successes successful episodes
 * @param judged episodes with a verdict
 * @param timeouts judged episodes that ended because their time was over
 * @param unjudged episodes without a verdict
 * @param score of all; a success counts as 1
 * @param successSeconds durations of the successes, s
 */
record TaskRate(
        String name,
        int series,
        int successes,
        int judged,
        int timeouts,
        int unjudged,
        Samples score,
        Samples successSeconds) {
    /**
     * A result and how long it took.
     *
     * @param line the result
     * @param seconds its duration, s
     */
    record TimedEpisode(EpisodeRecord line, OptionalDouble seconds) {}

    static TaskRate of(String name, int series, List<TimedEpisode> episodes) {
        List<Double> scores = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        int successes = 0;
        int timeouts = 0;
        int unjudged = 0;
        for (TimedEpisode episode : episodes) {
            Verdict verdict = Verdict.of(episode.line());
            episode.line().countedScore().ifPresent(scores::add);
            if (verdict == Verdict.SUCCESS) {
                successes++;
                episode.seconds().ifPresent(seconds::add);
            }
            timeouts += verdict == Verdict.TIME_OUT ? 1 : 0;
            unjudged += verdict == Verdict.UNKNOWN ? 1 : 0;
        }
        return new TaskRate(
                name,
                series,
                successes,
                episodes.size() - unjudged,
                timeouts,
                unjudged,
                Samples.of(scores),
                Samples.of(seconds));
    }
}
