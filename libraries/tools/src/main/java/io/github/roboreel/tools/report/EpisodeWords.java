package io.github.roboreel.tools.report;

import io.github.roboreel.tools.report.EpisodeFilter.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Words for conditions of episodes, the same on the command line and in the dashboard's addresses. Of each kind one
 * suffices but of metrics, of which all must hold; a kind without words lets all pass.
 *
 * @param success verdicts: {@code true}, {@code false}, {@code none}
 * @param reasons texts that the reason of the episode's end holds, in whatever case
 * @param text a text that one of the texts holds that people know the episode by, in whatever case
 * @param minSteps fewest steps
 * @param maxSteps most steps
 * @param flagged whether only those are wanted that were flagged
 * @param metrics ranges, {@code NAME:MIN:MAX}, of which either bound may be left out
 */
public record EpisodeWords(
        List<String> success,
        List<String> reasons,
        Optional<String> text,
        OptionalInt minSteps,
        OptionalInt maxSteps,
        boolean flagged,
        List<String> metrics) {
    public EpisodeWords {
        success = List.copyOf(success);
        reasons = List.copyOf(reasons);
        metrics = List.copyOf(metrics);
    }

    /**
     * What they mean.
     *
     * @throws IllegalArgumentException in one sentence, when a word has no meaning
     */
    public List<EpisodeCondition> conditions() {
        List<EpisodeCondition> conditions = new ArrayList<>();
        if (!success.isEmpty()) {
            List<Verdict> verdicts = success.stream().map(EpisodeWords::verdict).toList();
            conditions.add(EpisodeCondition.verdictIn(verdicts));
        }
        if (!reasons.isEmpty()) {
            conditions.add(EpisodeCondition.anyOf(
                    reasons.stream().map(EpisodeCondition::reasonHolds).toList()));
        }
        text.map(EpisodeCondition::textHolds).ifPresent(conditions::add);
        if (minSteps.isPresent() || maxSteps.isPresent()) {
            conditions.add(length(minSteps.orElse(0), maxSteps.orElse(Integer.MAX_VALUE)));
        }
        if (flagged) {
            conditions.add(EpisodeCondition.flagged());
        }
        metrics.stream().map(MetricRange::parse).forEach(conditions::add);
        return conditions;
    }

    private static EpisodeCondition length(int least, int most) {
        if (least < 0 || most < least) {
            throw new IllegalArgumentException("the lengths asked for are " + least + " to " + most
                    + " steps; expected 0 or more, the smaller number first");
        }
        return EpisodeCondition.stepsBetween(least, most);
    }

    private static Verdict verdict(String word) {
        return switch (word) {
            case "true" -> Verdict.SUCCESS;
            case "false" -> Verdict.FAILURE;
            case "none" -> Verdict.NOT_JUDGED;
            default -> throw new IllegalArgumentException("success is " + word + "; expected true, false or none");
        };
    }
}
