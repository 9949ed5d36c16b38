package io.github.roboreel.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One tabletop with an arm: reset, step, read.
 *
 * <p>Equal task, settings, seeds and actions give bit-identical states, whatever other envs do. An
 * env is not thread-safe, different envs may be stepped by different threads at once. Accessors
 * write into the caller's arrays and describe the state after the last step (after {@link #reset}
 * the start state). Positions are env-local metres, quaternions (w, x, y, z), velocities m/s and
 * rad/s; joint velocities are those at the end of the step.
 */
public final class TabletopEnv implements AutoCloseable {
    /** Joint positions reported per robot: 7 arm joints and 6 of the gripper's linkage. */
    public static final int JOINTS = PandaArm.JOINTS + Gripper2F85.JOINTS;

    /**
     * Length of an action: 7 arm joint targets in rad and the gripper command (above 0.5 closes).
     */
    public static final int ACTION_SIZE = PandaArm.JOINTS + 1;

    private static final double SETTLE_SECONDS = 0.5;

    private final TaskDefinition task;
    private final SimulationSettings settings;
    private final List<ObjectModel> models = new ArrayList<>();
    private final List<String> names;
    private final Frame[] objectFrames;
    private final PandaArm arm = new PandaArm();
    private final JointServo servo = new JointServo();
    private final double[] scratch = new double[6];
    private final GoalJudge judge;
    private TabletopPhysics physics;
    private long seed;
    private int steps;
    private StepOutcome outcome = StepOutcome.RUNNING;

    /** Makes an env; {@link #reset} starts the first episode. */
    public TabletopEnv(TaskDefinition task, SimulationSettings settings) {
        this.task = task;
        this.settings = settings;
        names = List.copyOf(task.objects().keySet());
        names.forEach(name -> models.add(ObjectCatalog.get(name)));
        objectFrames = new Frame[names.size()];
        for (int i = 0; i < objectFrames.length; i++) {
            objectFrames[i] = new Frame();
        }
        judge = new GoalJudge(names.indexOf(task.target()), names.indexOf(task.container()));
    }

    /**
     * Starts an episode: draws start poses from the seed, lets the objects settle, puts the arm at
     * rest.
     */
    public void reset(long newSeed) {
        close();
        seed = newSeed;
        SplittableRandom random = new SplittableRandom(newSeed);
        physics = new TabletopPhysics(models, StartPoses.draw(task, models, random));
        double[] posture = new double[PandaArm.JOINTS];
        for (int j = 0; j < posture.length; j++) {
            posture[j] = PandaArm.rest(j) + 0.02 * (2 * random.nextDouble() - 1);
        }
        servo.resetTo(posture);
        updateArm();
        for (int i = 0; i < SETTLE_SECONDS / settings.physicsDtSeconds(); i++) {
            physics.placeArm(arm, servo);
            physics.substep(settings.physicsDtSeconds(), false);
        }
        steps = 0;
        outcome = StepOutcome.RUNNING;
        judge.reset();
        readObjects();
    }

    /**
     * Advances one control step.
     *
     * @param action {@link #ACTION_SIZE} finite values; joint targets beyond the limits are clamped
     * @throws IllegalArgumentException when the action has another length or a value that is not
     *     finite
     * @throws IllegalStateException before the first reset
     */
    public StepOutcome step(double[] action) {
        requireAction(action);
        requireReset();
        servo.command(action, settings.decimation());
        for (int i = 0; i < settings.decimation(); i++) {
            substep(settings.physicsDtSeconds());
        }
        steps++;
        readObjects();
        judge.update(this);
        outcome =
                judge.reached()
                        ? StepOutcome.SUCCESS
                        : steps >= maxSteps() ? StepOutcome.TIME_OUT : StepOutcome.RUNNING;
        return outcome;
    }

    private void substep(double dt) {
        arm.updatePositions(servo.proposeArm(dt));
        if (ArmClearance.free(arm, servo.finger())) {
            servo.acceptArm();
        } else {
            servo.blockArm();
        }
        arm.updatePositions(servo.position());
        moveFinger(dt);
        arm.updateVelocities(servo.velocity());
        physics.placeArm(arm, servo);
        physics.substep(dt, servo.closing());
    }

    private void moveFinger(double dt) {
        double next = servo.proposeFinger(dt);
        boolean stopped = servo.closing() && physics.fingersBlocked();
        if (stopped || !ArmClearance.free(arm, next)) {
            servo.blockFinger();
        } else {
            servo.acceptFinger(next, dt);
        }
    }

    private void updateArm() {
        arm.updatePositions(servo.position());
        arm.updateVelocities(servo.velocity());
    }

    private void readObjects() {
        for (int i = 0; i < objectFrames.length; i++) {
            physics.readPose(i, objectFrames[i]);
        }
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
                throw new IllegalArgumentException(
                        "Action value " + i + " must be finite, given " + action[i] + ".");
            }
        }
    }

    /** The task this env was made for. */
    public TaskDefinition task() {
        return task;
    }

    /** The time steps this env was made with. */
    public SimulationSettings settings() {
        return settings;
    }

    /** Seed of the present episode. */
    public long seed() {
        return seed;
    }

    /** Control steps since the reset. */
    public int stepCount() {
        return steps;
    }

    /** Control steps after which the episode is truncated. */
    public int maxSteps() {
        return settings.stepLimit(task);
    }

    /** Simulated time since the reset, s. */
    public double simTimeSeconds() {
        return steps * settings.controlDtSeconds();
    }

    /** How the episode stands. */
    public StepOutcome outcome() {
        return outcome;
    }

    /** True when the target lies in the container, released and at rest. */
    public boolean success() {
        return outcome == StepOutcome.SUCCESS;
    }

    /** True when the step limit was reached without success. */
    public boolean timedOut() {
        return outcome == StepOutcome.TIME_OUT;
    }

    /** The objects' names in the order of their indices. */
    public List<String> objectNames() {
        return names;
    }

    /** Name of the object in the gripper, null when there is none. */
    public String heldObject() {
        int held = heldIndex();
        return held < 0 ? null : names.get(held);
    }

    /**
     * Joint positions, {@link #JOINTS} values in rad: 7 arm joints, then the gripper's,
     * finger_joint first.
     */
    public void jointPosition(float[] out) {
        fillJoints(servo.position(), servo.finger(), out);
    }

    /** Joint velocities at the end of the step, {@link #JOINTS} values in rad/s. */
    public void jointVelocity(float[] out) {
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
    public void armJointPosition(float[] out) {
        for (int j = 0; j < PandaArm.JOINTS; j++) {
            out[j] = (float) servo.position()[j];
        }
    }

    /** Gripper opening as the policy sees it: 0 open to 1 closed. */
    public float gripperPosition() {
        return (float) (servo.finger() / Gripper2F85.CLOSED_RAD);
    }

    /** Pose of the robot's base, 7 values; the base does not move. */
    public void robotRootPose(float[] out) {
        Arrays.fill(out, 0, 7, 0f);
        out[3] = 1;
    }

    /** Velocity of the robot's base, 6 zeros. */
    public void robotRootVelocity(float[] out) {
        Arrays.fill(out, 0, 6, 0f);
    }

    /** Position of the gripper's base_link, 3 values. */
    public void eePosition(float[] out) {
        copy(arm.link(PandaArm.FLANGE).p, 3, out, 0);
    }

    /**
     * Orientation of the gripper's base_link, 4 values; z points to the fingertips, fingers close
     * along y.
     */
    public void eeOrientation(float[] out) {
        arm.link(PandaArm.FLANGE).quaternion(scratch, 0);
        copy(scratch, 4, out, 0);
    }

    /** Linear velocity of the gripper's base_link: Jacobian times joint velocities, 3 values. */
    public void eeLinearVelocity(float[] out) {
        copy(arm.linearVelocity(PandaArm.FLANGE), 3, out, 0);
    }

    /** Angular velocity of the gripper's base_link, 3 values. */
    public void eeAngularVelocity(float[] out) {
        copy(arm.angularVelocity(PandaArm.FLANGE), 3, out, 0);
    }

    /** Pose of an object's centre of mass, 7 values: position, quaternion. */
    public void objectRootPose(int object, float[] out) {
        copy(objectFrames[object].p, 3, out, 0);
        objectFrames[object].quaternion(scratch, 0);
        copy(scratch, 4, out, 3);
    }

    /** Velocity of an object's centre of mass, 6 values: linear, angular. */
    public void objectRootVelocity(int object, float[] out) {
        physics.readVelocity(object, scratch);
        copy(scratch, 6, out, 0);
    }

    /**
     * Corners of an object's local bounding box, 8 x 3 values; bit 0 of a corner's index is x, 1 is
     * y, 2 is z.
     */
    public void objectCorners(int object, float[] out) {
        double[] min = models.get(object).localMin();
        double[] max = models.get(object).localMax();
        for (int corner = 0; corner < 8; corner++) {
            double x = (corner & 1) == 0 ? min[0] : max[0];
            double y = (corner & 2) == 0 ? min[1] : max[1];
            double z = (corner & 4) == 0 ? min[2] : max[2];
            objectFrames[object].apply(x, y, z, scratch, 0);
            copy(scratch, 3, out, 3 * corner);
        }
    }

    /** Centre of an object's bounding box, 3 values. */
    public void objectCentroid(int object, float[] out) {
        double[] min = models.get(object).localMin();
        double[] max = models.get(object).localMax();
        objectFrames[object].apply(
                (min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2, scratch, 0);
        copy(scratch, 3, out, 0);
    }

    /** Position of a camera, 3 values. */
    public void cameraPosition(Camera camera, float[] out) {
        Frame pose = new Frame();
        camera.pose(arm.link(PandaArm.FLANGE), pose);
        copy(pose.p, 3, out, 0);
    }

    /** Orientation of a camera, 4 values, ROS optical convention. */
    public void cameraOrientation(Camera camera, float[] out) {
        Frame pose = new Frame();
        camera.pose(arm.link(PandaArm.FLANGE), pose);
        pose.quaternion(scratch, 0);
        copy(scratch, 4, out, 0);
    }

    private static void copy(double[] from, int count, float[] out, int offset) {
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
        return models.get(object);
    }

    Frame objectFrame(int object) {
        return objectFrames[object];
    }

    double[] armPosition() {
        return servo.position();
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
