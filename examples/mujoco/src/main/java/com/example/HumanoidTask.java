package com.example;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.simulation.StepResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** MuJoCo's own humanoid, which is to stay on its feet. */
final class HumanoidTask implements MujocoTask {
    /** Environment variable with the folder of MuJoCo's models, where Debian's package is not installed. */
    static final String VARIABLE = "MUJOCO_MODELS";

    /** The event of the step in which it falls. */
    static final String FELL = "FELL";

    private static final String FOLDER = "/usr/share/mujoco/model";
    private static final String FILE = "humanoid/humanoid.xml";
    private static final double FALLEN_METRES = 0.8;
    private static final int STEPS_TO_LIE = 40;
    private static final double MAX_TURN_RAD = 0.05;

    @Override
    public String name() {
        return "HumanoidTask";
    }

    @Override
    public String instruction() {
        return "Stay on your feet";
    }

    @Override
    public String mjcf() {
        String named = System.getenv(VARIABLE);
        Path file = Path.of(named == null || named.isBlank() ? FOLDER : named).resolve(FILE);
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new RoboReelException(
                    RoboReelException.Kind.BAD_ARGUMENT,
                    Sentence.of(
                            "MuJoCo's humanoid cannot be read (%s); install it (apt install libmujoco-samples), or name"
                                    + " the folder that has %s in the environment variable %s",
                            Sentence.reasonOf(e), FILE, VARIABLE),
                    e);
        }
    }

    @Override
    public int frameSkip() {
        return 5;
    }

    @Override
    public int maxSteps() {
        return 400;
    }

    /** Shares of the torque that an actuator's gear gives. */
    @Override
    public String controlUnit() {
        return "1";
    }

    @Override
    public void start(MujocoWorld world, SplittableRandom random) {
        MujocoTask.perturb(world, random, MAX_TURN_RAD);
    }

    @Override
    public List<Point> points(MujocoModel model) {
        return List.of();
    }

    @Override
    public Referee referee(MujocoModel model) {
        return new Falling(model.id(Layout.OBJECT_BODY, "torso"));
    }

    /** Lets the humanoid lie for a while, so that a recording has the contacts of its fall. */
    private static final class Falling implements Referee {
        private final int torso;
        private int fellIn = -1;

        Falling(int torso) {
            this.torso = torso;
        }

        @Override
        public void judge(MujocoWorld world, StepResult result) {
            if (fellIn < 0 && world.bodyPosition(torso)[2] < FALLEN_METRES) {
                fellIn = result.step();
                result.event(EpisodeEvent.of(FELL, fellIn + 1, "The torso is below " + FALLEN_METRES + " m"));
            }
            if (fellIn >= 0 && result.step() == fellIn + STEPS_TO_LIE) {
                result.end(EpisodeOutcome.failure("The humanoid fell"));
            }
        }
    }
}
