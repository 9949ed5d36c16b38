package io.github.roboreel.simulator;

/**
 * Judges "target in container": centre within the container's inside, container upright, nothing of
 * the arm touching the target, and the target at rest for some steps in a row.
 */
final class GoalJudge {
    private static final int STEPS_AT_REST = 3;
    private static final double MAX_SPEED = 0.05;
    private static final double MAX_ANGULAR_SPEED = 0.5;
    private static final double MIN_UPRIGHT_COSINE = 0.85;
    private static final double ABOVE_RIM = 0.03;

    private final int target;
    private final int container;
    private final double[] velocity = new double[6];
    private int stepsAtRest;

    GoalJudge(int target, int container) {
        this.target = target;
        this.container = container;
    }

    void reset() {
        stepsAtRest = 0;
    }

    void update(TabletopEnv env) {
        boolean good = inside(env) && !env.physics().touchedByArm(target) && atRest(env.physics());
        stepsAtRest = good ? stepsAtRest + 1 : 0;
    }

    boolean reached() {
        return stepsAtRest >= STEPS_AT_REST;
    }

    private boolean inside(TabletopEnv env) {
        Frame bowl = env.objectFrame(container);
        Frame object = env.objectFrame(target);
        ObjectModel.Container shape = env.model(container).container();
        double dx = object.p[0] - bowl.p[0];
        double dy = object.p[1] - bowl.p[1];
        double height = object.p[2] - bowl.p[2];
        return bowl.r[8] > MIN_UPRIGHT_COSINE
                && Math.hypot(dx, dy) < shape.radius()
                && height > shape.floorZ()
                && height < shape.rimZ() + ABOVE_RIM;
    }

    private boolean atRest(TabletopPhysics physics) {
        physics.readVelocity(target, velocity);
        return length(0) < MAX_SPEED && length(3) < MAX_ANGULAR_SPEED;
    }

    private double length(int offset) {
        double x = velocity[offset];
        double y = velocity[offset + 1];
        double z = velocity[offset + 2];
        return Math.sqrt(x * x + y * y + z * z);
    }
}
