package io.github.roboreel.simulator;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Picks the task's target and puts it into the container, with the errors a human operator makes: it sometimes takes
 * the wrong object, misses, drops, or gives up.
 *
 * <p>A Cartesian set-point walks from waypoint to waypoint at a limited speed, inverse kinematics turns it into joint
 * targets. It sees the true object poses.
 */
final class ScriptedPickAndPlacePolicy implements TabletopPolicy {
    static final String NAME = "scripted";

    private static final double HOVER_METRES = 0.10;
    private static final double CARRY_METRES = 0.15;
    private static final double RELEASE_CLEARANCE_METRES = 0.015;
    private static final double MIN_PAD_HEIGHT = 0.023;
    private static final int MAX_CLOSE_STEPS = 12;
    private static final int OPEN_STEPS = 5;
    private static final int JUDGE_STEPS = 10;

    private enum Phase {
        HOVER,
        DESCEND,
        CLOSE,
        LIFT,
        CARRY,
        LOWER,
        OPEN,
        RETREAT,
        JUDGE,
        IDLE
    }

    private final SetPoint setPoint = new SetPoint();
    private SplittableRandom random = new SplittableRandom(0);
    private GraspPlan plan;
    private Phase phase = Phase.IDLE;
    private int phaseSteps;
    private boolean closed;
    private double graspHeight;
    private double carryStart;

    @Override
    public void reset(TabletopEnv env, long seed) {
        random = new SplittableRandom(seed);
        setPoint.reset(env);
        closed = false;
        startAttempt(env);
    }

    @Override
    public void act(TabletopEnv env, double[] actionOut) {
        phaseSteps++;
        advance(env);
        setPoint.move(env.settings().controlDtSeconds(), plan.speed(), random);
        setPoint.jointTargets(actionOut);
        actionOut[PandaArm.JOINTS] = closed ? 1 : 0;
    }

    private void startAttempt(TabletopEnv env) {
        plan = GraspPlan.draw(env, random);
        enter(Phase.HOVER);
        aimAtObject(env, HOVER_METRES);
    }

    private void enter(Phase next) {
        phase = next;
        phaseSteps = 0;
    }

    private void advance(TabletopEnv env) {
        switch (phase) {
            case HOVER -> whenArrived(env, this::descend);
            case DESCEND -> whenArrived(env, this::closeGripper);
            case CLOSE -> closing(env);
            case LIFT -> whenArrived(env, this::carry);
            case CARRY -> carrying(env);
            case LOWER -> whenArrived(env, this::openGripper);
            case OPEN -> opening();
            case RETREAT -> whenArrived(env, ignored -> enter(Phase.JUDGE));
            case JUDGE -> judging(env);
            case IDLE -> {}
        }
    }

    private void whenArrived(TabletopEnv env, Consumer<TabletopEnv> next) {
        if (setPoint.arrived(env)) {
            next.accept(env);
        }
    }

    private void aimAtObject(TabletopEnv env, double above) {
        ObjectModel model = env.model(plan.object());
        RigidTransform pose = env.objectFrame(plan.object());
        double[] grip = model.grip().point();
        double[] point = new double[3];
        pose.apply(grip[0], grip[1], grip[2], point, 0);
        double padHeight = Math.max(MIN_PAD_HEIGHT, point[2]);
        graspHeight = padHeight + Gripper2F85.padZ(Gripper2F85.CLOSED_RAD);
        double yaw = nearest(Math.atan2(pose.r[3], pose.r[0]), model.grip().symmetryRad());
        setPoint.aim(point[0] + plan.grasp().x(), point[1] + plan.grasp().y(), graspHeight + above, yaw + plan.yaw());
    }

    /** The equivalent angle next to zero. */
    private static double nearest(double angle, double symmetry) {
        return angle - symmetry * Math.rint(angle / symmetry);
    }

    private void descend(TabletopEnv env) {
        aimAtObject(env, 0);
        enter(Phase.DESCEND);
    }

    private void closeGripper(TabletopEnv env) {
        closed = true;
        enter(Phase.CLOSE);
    }

    private void closing(TabletopEnv env) {
        boolean held = env.heldIndex() >= 0;
        if (held || phaseSteps >= MAX_CLOSE_STEPS) {
            setPoint.aimHeight(graspHeight + CARRY_METRES);
            enter(Phase.LIFT);
        }
    }

    private void carry(TabletopEnv env) {
        if (env.heldIndex() < 0) {
            retreat();
            return;
        }
        RigidTransform held = env.objectFrame(env.heldIndex());
        RigidTransform container = container(env);
        double[] gripper = env.arm().link(PandaArm.FLANGE).p;
        setPoint.aim(
                container.p[0] + gripper[0] - held.p[0] + plan.place().x(),
                container.p[1] + gripper[1] - held.p[1] + plan.place().y(),
                graspHeight + CARRY_METRES,
                setPoint.yaw());
        carryStart = setPoint.distance();
        enter(Phase.CARRY);
    }

    private void carrying(TabletopEnv env) {
        if (env.heldIndex() < 0 || setPoint.distance() < carryStart * (1 - plan.dropAfter())) {
            retreat();
        } else if (setPoint.arrived(env)) {
            double[] gripper = env.arm().link(PandaArm.FLANGE).p;
            double rim = container(env).p[2] + containerModel(env).container().rimZ();
            double bottom = lowestCorner(env, env.heldIndex());
            setPoint.aimHeight(gripper[2] - (bottom - rim - RELEASE_CLEARANCE_METRES));
            enter(Phase.LOWER);
        }
    }

    private static double lowestCorner(TabletopEnv env, int object) {
        float[] corners = new float[24];
        env.objectCorners(object, corners);
        double lowest = corners[2];
        for (int i = 5; i < corners.length; i += 3) {
            lowest = Math.min(lowest, corners[i]);
        }
        return lowest;
    }

    private void openGripper(TabletopEnv env) {
        closed = false;
        enter(Phase.OPEN);
    }

    private void opening() {
        if (phaseSteps >= OPEN_STEPS) {
            retreat();
        }
    }

    private void retreat() {
        closed = false;
        setPoint.aimHeight(graspHeight + CARRY_METRES);
        enter(Phase.RETREAT);
    }

    /** Reached only when the episode was not a success in the meantime. */
    private void judging(TabletopEnv env) {
        if (phaseSteps < JUDGE_STEPS) {
            return;
        }
        if (plan.giveUp()) {
            enter(Phase.IDLE);
        } else {
            startAttempt(env);
        }
    }

    private static RigidTransform container(TabletopEnv env) {
        return env.objectFrame(env.objectNames().indexOf(env.task().container()));
    }

    private static ObjectModel containerModel(TabletopEnv env) {
        return env.model(env.objectNames().indexOf(env.task().container()));
    }
}
