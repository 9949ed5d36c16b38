package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A lazy sequence of steps, that can be gone through several times. Each operation gives a new one and reads nothing;
 * if it does not say otherwise, it holds one step while it is gone through. Immutable; any thread may open it, if its
 * source may be read by any.
 */
@FunctionalInterface
public interface Steps {
    /** Whether a step is the first of its episode: a bool scalar. */
    String IS_FIRST = "is_first";

    /** Whether a step is the last of its episode: a bool scalar. */
    String IS_LAST = "is_last";

    /** Whether the episode ended here by the task itself, not by time: a bool scalar. */
    String IS_TERMINAL = "is_terminal";

    /** Factor of what comes after a step's action: a scalar, 0 for the action that ended the task. */
    String DISCOUNT = "discount";

    /** Reward of a step's action: a scalar. */
    String REWARD = "reward";

    /** Whether a step is the one {@link #absorbing} added: a bool scalar. */
    String ABSORBING = "absorbing";

    /**
     * Begins to go through it.
     *
     * @throws IOException when it cannot be read
     */
    Cursor<Step> open() throws IOException;

    /** Those of a list. */
    static Steps of(List<Step> steps) {
        List<Step> copy = List.copyOf(steps);
        return () -> Cursors.of(copy.iterator());
    }

    /** Each changed, as {@code map_nested_steps}. */
    default Steps map(UnaryOperator<Step> change) {
        return () -> Cursors.map(open(), change::apply);
    }

    /** Those that pass a test. */
    default Steps filter(Predicate<Step> test) {
        return () -> Cursors.filter(open(), test);
    }

    /** The first ones; the others are not read. */
    default Steps take(long count) {
        requireSteps("take", count);
        return () -> Cursors.between(open(), 0, count);
    }

    /** All but the first ones. */
    default Steps skip(long count) {
        requireSteps("skip", count);
        return () -> Cursors.between(open(), count, Long.MAX_VALUE);
    }

    private static void requireSteps(String what, long count) {
        if (count < 0) {
            throw new IllegalArgumentException(
                    Sentence.of("%s %s steps is not possible; expected 0 or more", what, count));
        }
    }

    /** Changed by a transformation, as {@code apply_nested_steps}. */
    default Steps through(StepsTransform transform) {
        return transform.apply(this);
    }

    /** Windows, see {@link Window}. */
    default Steps window(Window window) {
        return window.apply(this);
    }

    /** Values of some paths taken from another step, see {@link Shift}. */
    default Steps shift(List<String> paths, int by) {
        return new Shift(paths, by).apply(this);
    }

    /**
     * These, then others, as {@code concatenate}: a value that only one of both has is zeros in the other's steps. What
     * both have is seen in the first step of each.
     */
    default Steps concat(Steps others) {
        return () -> Concatenation.of(this, others);
    }

    /**
     * Up to the first step for which the condition holds, and that step, as {@code truncate_after_condition}. The flags
     * of the last step stay as they are, as there; {@link #markLast} marks it.
     */
    default Steps truncateAfter(Predicate<Step> condition) {
        return () -> Cursors.upTo(open(), condition);
    }

    /** The same with {@link #IS_LAST} true in the last step, false in the others. Holds two steps. */
    default Steps markLast() {
        return () -> {
            LookAhead ahead = new LookAhead(open());
            return ahead.each(at -> ahead.at(at).with(IS_LAST, NdArray.of(ahead.at(at + 1) == null)));
        };
    }

    /**
     * With steps more where the last one is terminal, as {@code concat_if_terminal}. Values that these lack are zeros.
     * Otherwise than there, they may have no path that the others lack, because it is not known before the end.
     *
     * @param extra made from the last step
     */
    default Steps concatIfTerminal(Function<Step, Steps> extra) {
        return () -> Concatenation.ifTerminal(open(), extra);
    }

    /**
     * With an absorbing state behind a terminal one: every step has {@link #ABSORBING}, false, and after a terminal one
     * comes a step where it is true and all other values are zeros.
     */
    default Steps absorbing() {
        return map(step -> step.with(ABSORBING, NdArray.of(false)))
                .concatIfTerminal(last ->
                        of(List.of(Samples.zerosLike(last, last.index() + 1).with(ABSORBING, NdArray.of(true)))));
    }

    /**
     * The same steps in an order that looks random: none twice, none lost, the same order for the same seed. Each is
     * drawn from a buffer that is refilled in order, so that a step comes at most that much too early. For steps that
     * have nothing to do with each other, {@link Episodes#shuffle} and {@link Episodes#interleave} come first.
     *
     * <p>The steps in the buffer are copies: those that are read share the memory of a block, which one held step would
     * keep as a whole.
     *
     * @param buffer steps held, at least 1
     * @param seed of the order
     */
    default Steps shuffle(int buffer, long seed) {
        Shuffle shuffle = new Shuffle(buffer, seed);
        return () -> shuffle.cursor(Cursors.map(open(), Step::copy));
    }

    /** Takes what it is given. */
    @FunctionalInterface
    interface Visitor {
        /** Takes one step. */
        void step(Step step) throws IOException;
    }

    /**
     * Goes through all.
     *
     * @throws IOException when one cannot be read, or as the visitor throws it
     */
    default void forEach(Visitor visitor) throws IOException {
        try (Cursor<Step> cursor = open()) {
            for (Step next = cursor.next(); next != null; next = cursor.next()) {
                visitor.step(next);
            }
        }
    }

    /**
     * All of them, held at once.
     *
     * @throws IOException when one cannot be read
     */
    default List<Step> toList() throws IOException {
        List<Step> all = new ArrayList<>();
        forEach(all::add);
        return all;
    }
}
