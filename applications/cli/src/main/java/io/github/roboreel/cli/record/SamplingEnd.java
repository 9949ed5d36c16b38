package io.github.roboreel.cli.record;

import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.tools.confidence.AdaptiveSampling;
import io.github.roboreel.tools.confidence.Interval;
import io.github.roboreel.tools.confidence.RateInterval;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * End of an adaptive sampling: interval, width and reason.
 *
 * @param sampling what was asked for
 * @param there all episodes that count, those of earlier sessions too
 * @param interrupted whether the process was asked to end before the sampling was done
 */
record SamplingEnd(AdaptiveSampling sampling, RunTally there, boolean interrupted) {
    /** Why no further batch is recorded. */
    enum Reason {
        WIDTH_REACHED,
        MAX_EPISODES,
        INTERRUPTED
    }

    Reason reason() {
        if (interrupted) {
            return Reason.INTERRUPTED;
        }
        return sampling.isNarrowEnough(there.successes(), there.judged()) ? Reason.WIDTH_REACHED : Reason.MAX_EPISODES;
    }

    private Interval interval() {
        return sampling.interval().of(there.successes(), there.judged());
    }

    /** One sentence: interval, width, reason. */
    String sentence() {
        Interval interval = interval();
        return Sentence.of(
                "95 %% interval (%s) of %d/%d: %.1f-%.1f %%, width %.3f; %s",
                sampling.interval().label(),
                there.successes(),
                there.judged(),
                100 * interval.lo(),
                100 * interval.hi(),
                interval.width(),
                reasonText());
    }

    private String reasonText() {
        return switch (reason()) {
            case WIDTH_REACHED -> "stopped because the width of " + sampling.maxWidth() + " is reached";
            case MAX_EPISODES ->
                Sentence.of(
                        "stopped at the maximum of %s episodes, %s",
                        sampling.maxEpisodes(),
                        interval().width() <= sampling.maxWidth()
                                ? "the width is reached, but fewer than "
                                        + AdaptiveSampling.MIN_EPISODES
                                        + " episodes never suffice"
                                : "the width of " + sampling.maxWidth() + " is not reached");
            case INTERRUPTED ->
                Sentence.of(
                        "interrupted before the width of %s or the maximum of %s episodes was reached",
                        sampling.maxWidth(), sampling.maxEpisodes());
        };
    }

    /** The same for programs. */
    Map<String, Object> document() {
        Interval interval = interval();
        return new JsonFields()
                .with("reason", reason().name().toLowerCase(Locale.ROOT))
                .with("successes", there.successes())
                .with("judged", there.judged())
                .with("interval", sampling.interval().label())
                .with("level", RateInterval.LEVEL)
                .with("success_rate_ci95", List.of(interval.lo(), interval.hi()))
                .with("width", interval.width())
                .with("width_to_reach", sampling.maxWidth())
                .with("min_episodes", AdaptiveSampling.MIN_EPISODES)
                .with("max_episodes", sampling.maxEpisodes());
    }
}
