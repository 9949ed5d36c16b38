package io.github.roboreel.simulator;

import java.util.SplittableRandom;

/**
 * The human-like errors of one attempt, drawn once at its start.
 *
 * @param object index of the object to pick, perhaps the wrong one
 * @param grasp error of the grasp point
 * @param yaw error of the gripper's yaw, rad
 * @param place error of the place point
 * @param speed gripper speed, m/s
 * @param dropAfter part of the way to the container after which the gripper opens by mistake; above 1 never
 * @param giveUp true when the policy does not try again after this attempt
 */
record GraspPlan(int object, Offset grasp, double yaw, Offset place, double speed, double dropAfter, boolean giveUp) {
    /** Error of a point in the plane of the table, m. */
    record Offset(double x, double y) {
        private static Offset draw(double sigma, SplittableRandom random) {
            return new Offset(sigma * random.nextGaussian(), sigma * random.nextGaussian());
        }
    }

    private static final double WRONG_OBJECT_PROBABILITY = 0.14;
    private static final double DROP_PROBABILITY = 0.25;
    private static final double MISS_PROBABILITY = 0.18;
    private static final double GIVE_UP_PROBABILITY = 0.7;
    private static final double GRASP_SIGMA = 0.004;
    private static final double MISS_SIGMA = 0.035;
    private static final double PLACE_SIGMA = 0.010;

    static GraspPlan draw(TabletopEnv env, SplittableRandom random) {
        boolean wrong = random.nextDouble() < WRONG_OBJECT_PROBABILITY;
        boolean miss = random.nextDouble() < MISS_PROBABILITY;
        boolean drop = random.nextDouble() < DROP_PROBABILITY;
        double dropAfter = 0.1 + 0.7 * random.nextDouble();
        return new GraspPlan(
                object(env, wrong, random),
                Offset.draw(miss ? MISS_SIGMA : GRASP_SIGMA, random),
                0.06 * random.nextGaussian(),
                Offset.draw(PLACE_SIGMA, random),
                0.16 + 0.16 * random.nextDouble(),
                drop ? dropAfter : 2,
                random.nextDouble() < GIVE_UP_PROBABILITY);
    }

    private static int object(TabletopEnv env, boolean wrong, SplittableRandom random) {
        int target = env.objectNames().indexOf(env.task().target());
        int start = random.nextInt(env.objectNames().size());
        for (int i = 0; wrong && i < env.objectNames().size(); i++) {
            int other = (start + i) % env.objectNames().size();
            if (other != target && env.model(other).graspable()) {
                return other;
            }
        }
        return target;
    }
}
