package io.github.roboreel.simulator;

import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.tasks.EpisodeJudge;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One tabletop with an arm: reset, step, read.
 *
 * <p>Equal task, settings, seeds and actions give bit-identical states, whatever other envs do. An env is not
 * thread-safe, different envs may be stepped by different threads at once. Accessors write into the caller's arrays and
 * describe the state after the last step (after {@link #reset} the start state). Positions are env-local metres,
 * quaternions (w, x, y, z), velocities m/s and rad/s; joint velocities are those at the end of the step.
 */
final class TabletopEnv implements AutoCloseable {
    /** Joint positions reported per robot: 7 arm joints and 6 of the gripper's linkage. */
    static final int JOINTS = PandaArm.JOINTS + Gripper2F85.JOINTS;

    /** Length of an action: 7 arm joint targets in rad and the gripper command (above 0.5 closes). */
    static final int ACTION_SIZE = PandaArm.JOINTS + 1;

    private static final double SETTLE_SECONDS = 0.5;

    private final TaskDefinition task;
    private final SimulationSettings settings;
    private final TabletopObjects objects;
    private final ArmDrive drive = new ArmDrive();
    private final PandaArm arm = drive.arm();
    private final JointServo servo = drive.servo();
    private final double[] scratch = new double[6];
    private final TabletopScene scene = new TabletopScene(this);
    private final EpisodeJudge judge;
    private TabletopPhysics physics;
    private long seed;
    private int steps;
    private StepOutcome outcome = StepOutcome.RUNNING;

    /** Makes an env; {@link #reset} starts the first episode. */
    TabletopEnv(TaskDefinition task, SimulationSettings settings) {
        this.task = task;
        this.settings = settings;
        objects = new TabletopObjects(task);
        judge = new EpisodeJudge(task.rules());
    }

    /** Starts an episode: draws start poses from the seed, lets the objects settle, puts the arm at rest. */
    void reset(long newSeed) {
        close();
        seed = newSeed;
        SplittableRandom random = new SplittableRandom(newSeed);
        List<RigidTransform> startPoses = StartPoses.draw(task, objects.models(), random);
        double contactForce = task.rules().thresholds().contactForceNewton();
        physics = new TabletopPhysics(objects.models(), startPoses, contactForce);
        double[] posture = new double[PandaArm.JOINTS];
        for (int j = 0; j < posture.length; j++) {
            posture[j] = PandaArm.rest(j) + 0.02 * (2 * random.nextDouble() - 1);
        }
        drive.resetTo(posture);
        for (int i = 0; i < SETTLE_SECONDS / settings.physicsDtSeconds(); i++) {
            physics.placeArm(arm, servo);
            physics.substep(settings.physicsDtSeconds(), false);
        }
        steps = 0;
        outcome = StepOutcome.RUNNING;
        physics.beginControlStep();
        objects.read(physics);
        judge.reset(scene);
    }

    /**
     * Advances one control step.
     *
     * @param action {@link #ACTION_SIZE} finite values; joint targets beyond the limits are clamped
     * @throws IllegalArgumentException when the action has another length or a value that is not finite
     * @throws IllegalStateException before the first reset
     */
    StepOutcome step(double[] action) {
        requireAction(action);
        requireReset();
        drive.command(action, settings.decimation());
        physics.beginControlStep();
        for (int i = 0; i < settings.decimation(); i++) {
            drive.substep(physics, settings.physicsDtSeconds());
        }
        steps++;
        objects.read(physics);
        judge.update(scene, steps);
        outcome = judge.isComplete()
                ? StepOutcome.SUCCESS
                : steps >= maxSteps() ? StepOutcome.TIME_OUT : StepOutcome.RUNNING;
        return outcome;
    }

    private void requireReset() {
        if (physics == null) {
            throw new IllegalStateException("The env has no episode; call reset(seed) first.");
        }
    }

    private static void requireAction(double[] action) {
        if (action.length != ACTION_SIZE) {
            throw new IllegalArgumentException(
                    "An action has " + ACTION_SIZE + " values, given " + action.length + ".");
        }
        for (int i = 0; i < ACTION_SIZE; i++) {
            if (!Double.isFinite(action[i])) {
                throw new IllegalArgumentException("Action value " + i + " must be finite, given " + action[i] + ".");
            }
        }
    }

    /** The task this env was made for. */
    TaskDefinition task() {
        return task;
    }

    /** The time steps this env was made with. */
    SimulationSettings settings() {
        return settings;
    }

    /** Seed of the present episode. */
    long seed() {
        return seed;
    }

    /** Control steps since the reset. */
    int stepCount() {
        return steps;
    }

    /** Control steps after which the episode is truncated. */
    int maxSteps() {
        return settings.stepLimit(task);
    }

    /** Simulated time since the reset, s. */
    double simTimeSeconds() {
        return steps * settings.controlDtSeconds();
    }

    /** How the episode stands. */
    StepOutcome outcome() {
        return outcome;
    }

    /** What happened in the last step; the same list every time, valid until the next step. */
    List<EpisodeEvent> events() {
        return judge.events();
    }

    /**
     * Status of the subtasks after the last step. On the step of a time-out it is the failure code of what was waited
     * for.
     */
    StatusCode subtaskStatus() {
        return timedOut() ? judge.finalStatus() : judge.status();
    }

    /** Subtasks completed so far. */
    int completedSubtasks() {
        return judge.completedSubtasks();
    }

    /** Score of the episode so far, 0 to 1; 1 exactly when all subtasks are complete. */
    double score() {
        return judge.score();
    }

    /** What the last step did to the subtasks, empty for nothing. */
    String subtaskInfo() {
        return judge.info();
    }

    /** What is missing to success, one sentence; empty when nothing is. */
    String missing() {
        return judge.finalInfo();
    }

    /** True when all subtasks are complete. */
    boolean success() {
        return outcome == StepOutcome.SUCCESS;
    }

    /** True when the step limit was reached without success. */
    boolean timedOut() {
        return outcome == StepOutcome.TIME_OUT;
    }

    /** The objects' names in the order of their indices. */
    List<String> objectNames() {
        return objects.names();
    }

    /** Name of the object in the gripper, null when there is none. */
    String heldObject() {
        int held = heldIndex();
        return held < 0 ? null : objects.names().get(held);
    }

    /** Joint positions, {@link #JOINTS} values in rad: 7 arm joints, then the gripper's, finger_joint first. */
    void jointPosition(float[] out) {
        fillJoints(servo.position(), servo.finger(), out);
    }

    /** Joint velocities at the end of the step, {@link #JOINTS} values in rad/s. */
    void jointVelocity(float[] out) {
        fillJoints(servo.velocity(), servo.fingerVelocity(), out);
    }

    private static void fillJoints(double[] armJoints, double finger, float[] out) {
        for (int j = 0; j < PandaArm.JOINTS; j++) {
            out[j] = (float) armJoints[j];
        }
        for (int j = 0; j < Gripper2F85.JOINTS; j++) {
            out[PandaArm.JOINTS + j] = (float) (Gripper2F85.mimicRatio(j) * finger);
        }
    }

    /** Arm joint positions as the policy sees them, 7 values in rad. */
    void armJointPosition(float[] out) {
        for (int j = 0; j < PandaArm.JOINTS; j++) {
            out[j] = (float) servo.position()[j];
        }
    }

    /** Gripper opening as the policy sees it: 0 open to 1 closed. */
    float gripperPosition() {
        return (float) (servo.finger() / Gripper2F85.CLOSED_RAD);
    }

    /** Pose of the robot's base, 7 values; the base does not move. */
    void robotRootPose(float[] out) {
        Arrays.fill(out, 0, 7, 0f);
        out[3] = 1;
    }

    /** Velocity of the robot's base, 6 zeros. */
    void robotRootVelocity(float[] out) {
        Arrays.fill(out, 0, 6, 0f);
    }

    /** Position of the gripper's base_link, 3 values. */
    void eePosition(float[] out) {
        copy(arm.link(PandaArm.FLANGE).p, 3, out, 0);
    }

    /** Orientation of the gripper's base_link, 4 values; z points to the fingertips, fingers close along y. */
    void eeOrientation(float[] out) {
        arm.link(PandaArm.FLANGE).quaternion(scratch, 0);
        copy(scratch, 4, out, 0);
    }

    /** Linear velocity of the gripper's base_link: Jacobian times joint velocities, 3 values. */
    void eeLinearVelocity(float[] out) {
        copy(arm.linearVelocity(PandaArm.FLANGE), 3, out, 0);
    }

    /** Angular velocity of the gripper's base_link, 3 values. */
    void eeAngularVelocity(float[] out) {
        copy(arm.angularVelocity(PandaArm.FLANGE), 3, out, 0);
    }

    /** Pose of an object's centre of mass, 7 values: position, quaternion. */
    void objectRootPose(int object, float[] out) {
        objects.rootPose(object, out);
    }

    /** Velocity of an object's centre of mass, 6 values: linear, angular. */
    void objectRootVelocity(int object, float[] out) {
        physics.readVelocity(object, scratch);
        copy(scratch, 6, out, 0);
    }

    /** Corners of an object's local bounding box, 8 x 3 values; bit 0 of a corner's index is x, 1 is y, 2 is z. */
    void objectCorners(int object, float[] out) {
        objects.corners(object, out);
    }

    /** Centre of an object's bounding box, 3 values. */
    void objectCentroid(int object, float[] out) {
        objects.centroid(object, out);
    }

    /** Position of a camera, 3 values. */
    void cameraPosition(PinholeCamera camera, float[] out) {
        RigidTransform pose = new RigidTransform();
        camera.pose(arm.link(PandaArm.FLANGE), pose);
        copy(pose.p, 3, out, 0);
    }

    /** Orientation of a camera, 4 values, ROS optical convention. */
    void cameraOrientation(PinholeCamera camera, float[] out) {
        RigidTransform pose = new RigidTransform();
        camera.pose(arm.link(PandaArm.FLANGE), pose);
        pose.quaternion(scratch, 0);
        copy(scratch, 4, out, 0);
    }

    static void copy(double[] from, int count, float[] out, int offset) {
        for (int i = 0; i < count; i++) {
            out[offset + i] = (float) from[i];
        }
    }

    PandaArm arm() {
        return arm;
    }

    TabletopPhysics physics() {
        return physics;
    }

    ObjectModel model(int object) {
        return objects.model(object);
    }

    RigidTransform objectFrame(int object) {
        return objects.frame(object);
    }

    double[] armPosition() {
        return servo.position();
    }

    boolean gripperTouchesTable() {
        return drive.gripperTouchesTable();
    }

    double fingerPosition() {
        return servo.finger();
    }

    int heldIndex() {
        return physics == null ? -1 : physics.heldObject();
    }

    /** Frees the physics world; {@link #reset} makes a new one. */
    @Override
    public void close() {
        if (physics != null) {
            physics.close();
            physics = null;
        }
    }
}
