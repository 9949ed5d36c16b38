package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ColumnEpisode;
import io.github.roboreel.dataset.EpisodeColumn;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.EpisodeFlags;
import io.github.roboreel.recordings.transform.EpisodeTransform;
import io.github.roboreel.recordings.transform.NStep;
import io.github.roboreel.recordings.transform.Steps;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes each step a transition of n steps, as {@link NStep} after {@link EpisodeFlags} does; the last ones are shorter.
 * The number of steps stays, and all that was recorded but these:
 *
 * <ul>
 *   <li>{@code rewards}, float64: the discounted sum over the steps of the transition
 *   <li>{@value #DISCOUNT}, float64: the factor of what comes after it, 0 where the task ended
 *   <li>{@value #LENGTH}, int64: its number of steps
 *   <li>{@code next_obs/...}: the observations after it
 * </ul>
 *
 * @param n steps, at least 1
 * @param discount of one step, 0 to 1
 */
public record Transitions(int n, double discount) implements EpisodeChange {
    /** Path of the discount of a transition. */
    static final String DISCOUNT = "nstep/discount";

    /** Path of the number of steps of a transition. */
    static final String LENGTH = "nstep/length";

    private static final String NEXT_OBS = "next_obs";

    /** Refuses what is no transition. */
    public Transitions {
        NStep.of(n, discount);
    }

    @Override
    public EpisodeReader arrays(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        requireRewards(facts, episode);
        List<String> observed = episode.paths().stream()
                .filter(path -> DemoPaths.isIn(DemoPaths.OBS, path))
                .toList();
        for (String path : observed) {
            requireLast(facts, episode, path);
        }
        if (observed.isEmpty()) {
            throw new ExportRefusedException(
                    "%s has no observations ('obs/...'), which transitions begin and end with", facts.where());
        }
        EpisodeTransform transform =
                new EpisodeFlags().then(NStep.of(n, discount).ofEpisodes());
        Map<String, EpisodeColumn> columns = ColumnEpisode.columns(episode);
        long steps = episode.numSamples();
        List<String> inputs = List.of(DemoPaths.REWARDS, lightest(episode, observed));
        String unit = episode.info(DemoPaths.REWARDS).unit();
        columns.put(
                DemoPaths.REWARDS,
                MadeColumn.of(facts, episode, inputs, transform, Steps.REWARD, scalar(NdArray.of(0.0), steps, unit)));
        Map<String, EpisodeColumn> made = new LinkedHashMap<>();
        made.put(
                DISCOUNT,
                MadeColumn.of(facts, episode, inputs, transform, Steps.DISCOUNT, scalar(NdArray.of(0.0), steps, "")));
        made.put(
                LENGTH,
                MadeColumn.of(facts, episode, inputs, transform, NStep.LENGTH, scalar(NdArray.of(0L), steps, "")));
        for (String path : observed) {
            made.put(
                    DemoPaths.in(NEXT_OBS, DemoPaths.below(DemoPaths.OBS, path)),
                    MadeColumn.of(
                            facts,
                            episode,
                            List.of(path),
                            transform,
                            DemoPaths.in(NStep.NEXT, path),
                            episode.info(path)));
        }
        for (Map.Entry<String, EpisodeColumn> column : made.entrySet()) {
            if (columns.put(column.getKey(), column.getValue()) != null) {
                throw new ExportRefusedException(
                        "%s has an array '%s' already, which a transition of several steps would have; rename it first",
                        facts.where(), column.getKey());
            }
        }
        return ColumnEpisode.of(episode, steps, columns);
    }

    private static void requireRewards(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        if (!episode.has(DemoPaths.REWARDS)) {
            throw new ExportRefusedException(
                    "%s has no recorded '%s', which transitions of several steps add up; record them, or export"
                            + " single steps",
                    facts.where(), DemoPaths.REWARDS);
        }
        DatasetInfo info = episode.info(DemoPaths.REWARDS);
        if (info.rowElements() != 1 || info.rows() != episode.numSamples()) {
            throw new ExportRefusedException(
                    "%s has %s rows of %s elements in '%s' for %s steps, and transitions add up one number a step",
                    facts.where(), info.rows(), info.rowElements(), DemoPaths.REWARDS, episode.numSamples());
        }
    }

    private static void requireLast(EpisodeFacts facts, EpisodeReader episode, String path) throws IOException {
        String last = DemoPaths.finalOf(path);
        boolean isThere = episode.has(last) && episode.info(last).rows() > 0;
        if (!isThere || episode.info(path).rows() != episode.numSamples()) {
            throw new ExportRefusedException(
                    "%s does not have '%s' before each action and '%s' after the last one, which transitions of"
                            + " several steps begin and end with; leave the array or the episode out",
                    facts.where(), path, last);
        }
    }

    /** Any observation shows where the episode ends. */
    private static String lightest(EpisodeReader episode, List<String> observed) throws IOException {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (String path : observed) {
            DatasetInfo info = episode.info(path);
            bytes.put(path, info.rowElements() * info.dtype().bytes());
        }
        return Collections.min(bytes.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    private static DatasetInfo scalar(NdArray like, long rows, String unit) {
        return new DatasetInfo(like.dtype(), rows, List.of(), List.of(), List.of(), 0, unit, "");
    }

    @Override
    public List<String> notes() {
        return List.of(
                "'rewards' are sums over " + n + " steps, discounted by " + discount
                        + " each, over fewer at the end; 'next_obs' is what was observed after them, '"
                        + DISCOUNT + "' its factor, '" + LENGTH + "' their number",
                "the formats' own flags, discounts and observations are those of single steps");
    }
}
