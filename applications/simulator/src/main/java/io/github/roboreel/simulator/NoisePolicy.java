package io.github.roboreel.simulator;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Wanders about the start posture with smooth random targets (Ornstein-Uhlenbeck) and opens and closes at random. */
final class NoisePolicy implements TabletopPolicy {
    static final String NAME = "noise";

    private static final double DECAY = 0.97;
    private static final double STEP_RAD = 0.06;
    private static final double TOGGLE_PROBABILITY = 0.03;

    private final double[] posture = new double[PandaArm.JOINTS];
    private final double[] offset = new double[PandaArm.JOINTS];
    private SplittableRandom random = new SplittableRandom(0);
    private boolean closed;

    @Override
    public void reset(TabletopEnv env, long seed) {
        random = new SplittableRandom(seed);
        System.arraycopy(env.armPosition(), 0, posture, 0, posture.length);
        Arrays.fill(offset, 0);
        closed = false;
    }

    @Override
    public void act(TabletopEnv env, double[] actionOut) {
        for (int j = 0; j < PandaArm.JOINTS; j++) {
            offset[j] = DECAY * offset[j] + STEP_RAD * random.nextGaussian();
            actionOut[j] = PandaArm.clampPosition(j, posture[j] + offset[j]);
        }
        closed ^= random.nextDouble() < TOGGLE_PROBABILITY;
        actionOut[PandaArm.JOINTS] = closed ? 1 : 0;
    }
}
