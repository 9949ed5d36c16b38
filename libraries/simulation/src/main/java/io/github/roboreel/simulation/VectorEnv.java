package io.github.roboreel.simulation;

import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.util.Optional;

/**
 * Parallel envs that are stepped by one call, numbered from 0. Equal seeds and actions give equal episodes, whatever
 * the other envs do, unless {@link Restores#NOTHING} is said.
 *
 * <p>One thread calls, the one that opened it, which also closes it, once. An env's episode goes {@link #reset},
 * {@link #observe}, {@link #record} of the initial state; then each step {@link #step}, {@link #record},
 * {@link #observe}; when a step has ended the episode, {@link #record} of the final values. What is thrown ends the
 * run: the sentence names env and step. A simulator of one env implements {@link Env} and gives {@link #of(Env)}.
 */
public interface VectorEnv extends AutoCloseable {
    /** A vector of one env. */
    static VectorEnv of(Env env) {
        return new SingleEnv(env);
    }

    /** Starts an episode in one env; the seed decides all that is random in it. */
    void reset(int env, long seed);

    /**
     * Advances some envs by one control step. The other envs are not to change, as far as that can be seen.
     *
     * @param envs those to step, ascending; not to be changed
     * @param actions one per env by its number, with the values of the action space, all finite; not to be changed
     * @param results one per env by its number: receives what the step did
     * @throws EnvFailedException where it is known which env failed
     */
    void step(int[] envs, double[][] actions, StepResult[] results);

    /** Puts what a policy may see of an env's present state into every field of the observation. */
    void observe(int env, Observation out);

    /**
     * Puts every other field of a phase into a row: of {@link FieldPhase#INITIAL} after a reset, of
     * {@link FieldPhase#STEP} after each step, of {@link FieldPhase#FINAL} after the last.
     */
    void record(int env, FieldPhase phase, StepWriter row);

    /**
     * Sets an env to the recorded state after a step of the episode under way, for a replay. The env was reset from the
     * episode's seed and has taken as many steps; what the row does not hold stays as it is.
     *
     * @throws UnsupportedOperationException unless the simulation says {@link Restores#STATE}
     */
    default void restore(int env, RecordedStep step) {
        throw new UnsupportedOperationException("this simulation cannot be set to a recorded state");
    }

    /**
     * The simulator's own object behind an env, for policies that know it.
     *
     * @return empty when there is none of that type
     */
    default <T> Optional<T> unwrap(int env, Class<T> type) {
        return Optional.empty();
    }

    /** Frees the envs. */
    @Override
    void close();
}
