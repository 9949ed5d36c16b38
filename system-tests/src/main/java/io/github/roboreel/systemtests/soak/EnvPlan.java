package io.github.roboreel.systemtests.soak;

import java.util.Random;

/**
 * One env's episode.
 *
 * @param steps it has, 0 or more
 * @param hasFinal whether its end brings a final observation
 * @param eventEvery steps from one event to the next
 */
record EnvPlan(int steps, Ending ending, boolean hasFinal, int eventEvery) {
    static EnvPlan random(int mostSteps, Random random) {
        Ending ending = Ending.random(random);
        boolean isEmpty = random.nextInt(40) == 0;
        return new EnvPlan(
                isEmpty ? 0 : 1 + random.nextInt(mostSteps),
                ending,
                ending != Ending.UNENDED && random.nextBoolean(),
                5 + random.nextInt(50));
    }

    /** Steps that stay in the run file. */
    int storedSteps() {
        return ending == Ending.DISCARDED ? 0 : steps;
    }

    /** Whether a final observation stays in the run file. */
    boolean storesFinal() {
        return hasFinal && ending != Ending.DISCARDED;
    }
}
