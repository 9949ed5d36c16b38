package com.example;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.simulation.StepResult;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/** A model and what is to be done with it. Without state; each episode has a {@link Referee} of its own. */
interface MujocoTask {
    /** Tasks by the name that {@code --task} takes; the first is the default. */
    List<MujocoTask> ALL = List.of(new HumanoidTask(), new ArmTask());

    /** Sees each state of an episode after its step, and says what it means. */
    interface Referee {
        void judge(MujocoWorld world, StepResult result);
    }

    /**
     * A task by its name.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when there is none
     */
    static MujocoTask of(String name) {
        return ALL.stream()
                .filter(task -> task.name().equals(name))
                .findFirst()
                .orElseThrow(() -> RoboReelException.badArgument(
                        "there is no task '%s'; expected one of %s",
                        name,
                        String.join(", ", ALL.stream().map(MujocoTask::name).toList())));
    }

    String name();

    String instruction();

    /**
     * The model's text.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when its file is not there
     */
    String mjcf();

    /** Steps of the model in a control step. */
    int frameSkip();

    /** Control steps after which an episode is truncated, unless the user says otherwise. */
    int maxSteps();

    /** Unit of each control, in the order of the model's actuators; 1 for numbers without one. */
    String controlUnit();

    /** Puts the world into the start of an episode; all that is random comes from {@code random}. */
    void start(MujocoWorld world, SplittableRandom random);

    /** What policies see beside the joints, by its path {@code obs/...}: positions, m, in the world. */
    List<Point> points(MujocoModel model);

    /** Judges one episode. */
    Referee referee(MujocoModel model);

    /** A point in the world that policies see. */
    record Point(String path, Function<MujocoWorld, double[]> position) {}

    /** Moves all hinges and slides a little, within their limits. */
    static void perturb(MujocoWorld world, SplittableRandom random, double most) {
        double[] qpos = world.qpos();
        for (MujocoModel.Joint joint : world.model().joints()) {
            if (joint.type().isScalar()) {
                double turned = qpos[joint.qposAddress()] + most * (2 * random.nextDouble() - 1);
                qpos[joint.qposAddress()] = Math.max(joint.low(), Math.min(joint.high(), turned));
            }
        }
        world.place(qpos);
    }
}
