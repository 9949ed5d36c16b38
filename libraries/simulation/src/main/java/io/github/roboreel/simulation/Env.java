package io.github.roboreel.simulation;

import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.util.Optional;

/** One env. The rules are those of {@link VectorEnv}, which it becomes by {@link VectorEnv#of}. */
public interface Env extends AutoCloseable {
    /** Starts an episode; the seed decides all that is random in it. */
    void reset(long seed);

    /**
     * Advances one control step.
     *
     * @param action the values of the action space, all finite; not to be changed
     * @param result receives what the step did
     */
    void step(double[] action, StepResult result);

    /** Puts what a policy may see of the present state into every field of the observation. */
    void observe(Observation out);

    /** Puts every other field of a phase into a row, see {@link VectorEnv#record}. */
    void record(FieldPhase phase, StepWriter row);

    /** Sets the env to the recorded state after a step, see {@link VectorEnv#restore}. */
    default void restore(RecordedStep step) {
        throw new UnsupportedOperationException("this simulation cannot be set to a recorded state");
    }

    /**
     * The simulator's own object behind the env, for policies that know it.
     *
     * @return by default the env itself; empty when there is none of that type
     */
    default <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
    }

    /** Frees the env. */
    @Override
    default void close() {}
}
