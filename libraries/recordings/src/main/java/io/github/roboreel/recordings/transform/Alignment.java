package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import java.util.ArrayList;
import java.util.List;

/**
 * Which observation, action and reward are together in a step, as {@code AlignmentType}. With observations o, actions a
 * and their rewards r, step t of an episode of T actions has
 *
 * <ul>
 *   <li>{@link #SAR}: o[t], a[t], r[t], for t = 0..T; action and reward of the last step mean nothing
 *   <li>{@link #ARS}: a[t-1], r[t-1], o[t]; action and reward of the first step mean nothing
 *   <li>{@link #RSA}: r[t-1], o[t], a[t]; the reward of the first and the action of the last step mean nothing
 * </ul>
 */
public enum Alignment {
    /** Observation, its action, the action's reward: what RLDS and RoboReel record. */
    SAR(2, 0, 0),
    /** Action, its reward, the observation after it. */
    ARS(3, -1, -1),
    /** Reward for what came before, observation, its action. */
    RSA(4, 0, -1);

    /** Path of the mark of {@link #mark}. */
    public static final String PATH = "alignment";

    private final int code;
    /** Where actions and rewards come from, counted from the step of the observation. */
    private final int action;

    private final int reward;

    Alignment(int code, int action, int reward) {
        this.code = code;
        this.action = action;
        this.reward = reward;
    }

    /** What a value of a step belongs to. */
    public enum Part {
        /** What is true of a moment: observations, and the flags of the episode's begin and end. */
        OBSERVATION,
        /** What is done then. */
        ACTION,
        /** What comes of it: reward and discount. */
        REWARD
    }

    /**
     * Whether a value means something, in a step that was not shifted out of a complete episode.
     *
     * @param isFirst whether it is the first step
     * @param isLast whether it is the last one, which holds the observation after the last action
     */
    public boolean isValid(Part part, boolean isFirst, boolean isLast) {
        int from = from(part);
        return !(from < 0 && isFirst) && !(from >= 0 && isLast && part != Part.OBSERVATION);
    }

    private int from(Part part) {
        return switch (part) {
            case OBSERVATION -> 0;
            case ACTION -> action;
            case REWARD -> reward;
        };
    }

    /**
     * Steps of this alignment as those of another, as shifting keys does it: steps lose what has no partner, at both
     * ends.
     *
     * @param actions paths or groups of actions
     * @param rewards paths of rewards and discounts
     */
    public StepsTransform to(Alignment other, List<String> actions, List<String> rewards) {
        int actionsBy = other.action - action;
        int rewardsBy = other.reward - reward;
        if (actionsBy == rewardsBy && !actions.isEmpty() && !rewards.isEmpty()) {
            List<String> both = new ArrayList<>(actions);
            both.addAll(rewards);
            return shift(both, actionsBy);
        }
        return shift(actions, actionsBy).then(shift(rewards, rewardsBy));
    }

    private static StepsTransform shift(List<String> paths, int by) {
        return paths.isEmpty() || by == 0 ? steps -> steps : new Shift(paths, by);
    }

    /**
     * Writes into each step which alignment it has, as {@code add_alignment_to_step}: an int64 scalar at {@link #PATH}.
     */
    public StepsTransform mark() {
        NdArray value = NdArray.of((long) code);
        return steps -> steps.map(step -> step.with(PATH, value));
    }

    /** The alignment that a mark means. */
    public static Alignment ofMark(NdArray mark) {
        for (Alignment alignment : values()) {
            if (alignment.code == mark.getLong(0)) {
                return alignment;
            }
        }
        throw new IllegalArgumentException(
                Sentence.of("alignment %s is not known; expected 2 (SAR), 3 (ARS) or 4 (RSA)", mark.getLong(0)));
    }
}
