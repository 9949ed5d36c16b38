package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gives the steps of a recorded episode what RLDS steps have, by the rules of the RLDS export: {@code is_first},
 * {@code is_last}, {@code is_terminal}, {@code discount} (float32: 0 for the action that ended the task, else 1) and
 * {@code reward} (what was recorded as {@code rewards}, 0 without, float32 unless wider).
 *
 * <p>Where the observation after the last action was recorded, T actions become T + 1 steps: the last one holds that
 * observation, and its other values are zeros without meaning. Else the last of the T steps is marked as last, and
 * holds the last action and its reward. Only the last step is terminal, and only where the task itself ended. Holds two
 * steps.
 */
public final class EpisodeFlags implements EpisodeTransform {
    private static final NdArray NO_REWARD = NdArray.zeros(DType.FLOAT32);

    /**
     * What a step says of its episode. Immutable.
     *
     * @param isFirst whether the episode begins with it
     * @param isLast whether it ends with it
     * @param isTerminal whether the task itself ended there, not the time
     * @param discount 0 for the action that ended the task and for the step after the last action, else 1
     */
    public record Flags(boolean isFirst, boolean isLast, boolean isTerminal, float discount) {
        /**
         * Of a step with an action.
         *
         * @param hasLastStep whether a step with the observation after the last action follows the steps with actions
         * @param isTerminated whether the episode ended by the task itself
         */
        public static Flags ofAction(boolean isFirst, boolean isLastAction, boolean hasLastStep, boolean isTerminated) {
            boolean isLast = isLastAction && !hasLastStep;
            return new Flags(isFirst, isLast, isLast && isTerminated, isLastAction && isTerminated ? 0 : 1);
        }

        /** Of the step after the last action. */
        public static Flags afterActions(boolean isTerminated) {
            return new Flags(false, true, isTerminated, 0);
        }
    }

    /** Type of rewards that were recorded as another: float64 of types that float32 does not hold exactly. */
    public static DType rewardType(DType recorded) {
        return recorded.exactFloat();
    }

    @Override
    public EpisodeSteps apply(EpisodeSteps episode) {
        boolean isTerminated = episode.facts().isTerminated();
        return new EpisodeSteps(episode.facts(), () -> {
            Map<String, NdArray> observed = episode.last().read();
            LookAhead ahead = new LookAhead(episode.steps().open());
            return ahead.cursor(new Flagged(ahead, observed, isTerminated));
        });
    }

    private static final class Flagged implements Cursor<Step> {
        private final LookAhead ahead;
        private final Map<String, NdArray> observed;
        private final boolean isTerminated;
        private long at;
        private boolean isOver;

        Flagged(LookAhead ahead, Map<String, NdArray> observed, boolean isTerminated) {
            this.ahead = ahead;
            this.observed = observed;
            this.isTerminated = isTerminated;
        }

        @Override
        public Step next() throws IOException {
            Step step = isOver ? null : ahead.at(at);
            if (step == null) {
                return isOver ? null : lastStep();
            }
            boolean isLastAction = ahead.at(at + 1) == null;
            ahead.forget(at);
            Flags flags = Flags.ofAction(at++ == 0, isLastAction, !observed.isEmpty(), isTerminated);
            return flagged(step, flags, reward(step));
        }

        /** The step after the last action, where there is an observation for it. */
        private Step lastStep() throws IOException {
            isOver = true;
            Step before = at == 0 || observed.isEmpty() ? null : ahead.at(at - 1);
            if (before == null) {
                return null;
            }
            Step zeros = Samples.zerosLike(before, before.index() + 1);
            Map<String, NdArray> values = new LinkedHashMap<>(zeros.values());
            observed.forEach((path, value) -> {
                if (values.containsKey(path)) {
                    values.put(path, value);
                }
            });
            Step step = new Step(zeros.index(), values);
            return flagged(step, Flags.afterActions(isTerminated), reward(zeros));
        }

        private static Step flagged(Step step, Flags flags, NdArray reward) {
            Map<String, NdArray> values = new LinkedHashMap<>(step.values());
            values.remove(DemoPaths.REWARDS);
            values.put(Steps.IS_FIRST, NdArray.of(flags.isFirst()));
            values.put(Steps.IS_LAST, NdArray.of(flags.isLast()));
            values.put(Steps.IS_TERMINAL, NdArray.of(flags.isTerminal()));
            values.put(
                    Steps.DISCOUNT,
                    NdArray.of(DType.FLOAT32, new double[] {flags.discount()}).reshaped());
            values.put(Steps.REWARD, reward);
            return new Step(step.index(), values);
        }

        private static NdArray reward(Step step) {
            if (!step.has(DemoPaths.REWARDS)) {
                return NO_REWARD;
            }
            NdArray recorded = step.get(DemoPaths.REWARDS);
            return NdArray.of(rewardType(recorded.dtype()), new double[] {recorded.getDouble(0)})
                    .reshaped();
        }
    }
}
