package com.example;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.simulation.StepResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/** An arm of three joints, whose fingertip is to reach a ball and stay there. */
final class ArmTask implements MujocoTask {
    static final String TARGET = "obs/target";
    static final String FINGERTIP = "obs/fingertip";

    /** The event of the step in which the fingertip first reaches the ball. */
    static final String REACHED = "REACHED";

    /** As in {@code arm.xml}: height of the shoulder, and lengths of upper arm and forearm, m. */
    static final double SHOULDER_HEIGHT = 0.3;

    static final double UPPER_ARM = 0.3;
    static final double FOREARM = 0.25;

    private static final String FILE = "arm.xml";
    private static final double NEAR_METRES = 0.03;
    private static final int STEPS_TO_STAY = 25;
    private static final double MAX_TURN_RAD = 0.2;

    @Override
    public String name() {
        return "ArmTask";
    }

    @Override
    public String instruction() {
        return "Reach the ball";
    }

    @Override
    public String mjcf() {
        try (InputStream file = ArmTask.class.getResourceAsStream(FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int frameSkip() {
        return 5;
    }

    @Override
    public int maxSteps() {
        return 300;
    }

    @Override
    public String controlUnit() {
        return "N m";
    }

    @Override
    public void start(MujocoWorld world, SplittableRandom random) {
        MujocoTask.perturb(world, random, MAX_TURN_RAD);
        double yaw = 1.5 * (2 * random.nextDouble() - 1);
        double radius = 0.25 + 0.2 * random.nextDouble();
        double height = 0.15 + 0.3 * random.nextDouble();
        world.placeMocap(radius * Math.cos(yaw), radius * Math.sin(yaw), height);
    }

    @Override
    public List<Point> points(MujocoModel model) {
        int fingertip = model.id(Layout.OBJECT_SITE, "fingertip");
        return List.of(
                new Point(TARGET, MujocoWorld::mocap), new Point(FINGERTIP, world -> world.sitePosition(fingertip)));
    }

    @Override
    public Referee referee(MujocoModel model) {
        return new Reaching(model.id(Layout.OBJECT_SITE, "fingertip"));
    }

    /** Counts the steps near the ball. */
    private static final class Reaching implements Referee {
        private final int fingertip;
        private boolean wasReached;
        private int stepsNear;

        Reaching(int fingertip) {
            this.fingertip = fingertip;
        }

        @Override
        public void judge(MujocoWorld world, StepResult result) {
            boolean isNear = distance(world.sitePosition(fingertip), world.mocap()) < NEAR_METRES;
            stepsNear = isNear ? stepsNear + 1 : 0;
            if (isNear && !wasReached) {
                wasReached = true;
                result.event(EpisodeEvent.of(REACHED, result.step() + 1, "The fingertip reaches the ball"));
            }
            if (stepsNear == STEPS_TO_STAY) {
                result.end(EpisodeOutcome.success("The fingertip stays at the ball"));
            }
        }
    }

    /** Between two points, in their unit. */
    static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return Math.sqrt(sum);
    }
}
