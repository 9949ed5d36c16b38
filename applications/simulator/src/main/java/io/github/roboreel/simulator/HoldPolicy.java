package io.github.roboreel.simulator;

/** Keeps the arm where the episode began, gripper open. */
final class HoldPolicy implements TabletopPolicy {
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
