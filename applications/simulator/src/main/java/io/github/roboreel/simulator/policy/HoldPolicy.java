package io.github.roboreel.simulator.policy;

import io.github.roboreel.simulator.TabletopEnv;
import io.github.roboreel.simulator.physics.PandaArm;

/** Keeps the arm where the episode began, gripper open. */
public final class HoldPolicy implements TabletopPolicy {
    static final String NAME = "hold";

    private final double[] posture = new double[PandaArm.JOINTS];

    @Override
    public void reset(TabletopEnv env, long seed) {
        System.arraycopy(env.armPosition(), 0, posture, 0, posture.length);
    }

    @Override
    public void act(TabletopEnv env, double[] actionOut) {
        System.arraycopy(posture, 0, actionOut, 0, posture.length);
        actionOut[PandaArm.JOINTS] = 0;
    }
}
