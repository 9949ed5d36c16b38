package io.github.roboreel.simulator;

import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.SimulationRequest;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Ways to run envs that several tests share. */
public final class Episodes {
    public static final Path TASKS = Path.of("../..", "config", "tasks");
    public static final Path CONFIG = Path.of("../..", "config");

    /** Offset of the policy's seed from the env's. */
    static final long POLICY_SEED = 1_000_003;

    private Episodes() {}

    static TaskDefinition task(String name) {
        return TaskCatalog.open(TASKS).get(name);
    }

    public static TaskDefinition defaultTask() {
        return task(TaskCatalog.DEFAULT_TASK);
    }

    /** A recording of the default task. */
    public static RecordingBatch batch(String policy, int numEnvs, long seed, int maxSteps, CameraRequest cameras) {
        PolicyProvider provider = PolicyProvider.all().stream()
                .filter(p -> p.accepts(policy))
                .findFirst()
                .orElseThrow();
        return batch(provider, numEnvs, seed, maxSteps, cameras);
    }

    /** A recording of the default task with a policy of one's own. */
    public static RecordingBatch batch(
            PolicyProvider policy, int numEnvs, long seed, int maxSteps, CameraRequest cameras) {
        SimulationRequest request = new SimulationRequest(
                TaskCatalog.DEFAULT_TASK, "default", policy.name(), numEnvs, seed, maxSteps, cameras, CONFIG);
        return new RecordingBatch(new TabletopProvider(), policy, policy.name(), request);
    }

    /** What is simulated in a batch of the tabletop. */
    public static TabletopSimulation tabletop(RecordingBatch batch) {
        return (TabletopSimulation) batch.simulation();
    }

    /** A policy of a test's own, one per env, by the name of one that is there. */
    public static PolicyProvider policy(String name, Supplier<? extends TabletopPolicy> factory) {
        return new TabletopPolicies.Provider(name, "of a test", factory) {};
    }

    /** Makes a policy of the tabletop by its name. */
    public static TabletopPolicy policy(String name) {
        return TabletopPolicies.all().stream()
                .filter(provider -> provider.accepts(name))
                .findFirst()
                .orElseThrow()
                .create();
    }

    public static TabletopEnv env(long seed) {
        TabletopEnv env = new TabletopEnv(defaultTask(), SimulationSettings.DEFAULT);
        env.reset(seed);
        return env;
    }

    /** Lets a policy act until the episode ends. */
    public static StepOutcome play(TabletopEnv env, long seed, Runnable afterEachStep) {
        env.reset(seed);
        TabletopPolicy policy = policy(TabletopPolicies.SCRIPTED);
        policy.reset(env, seed + POLICY_SEED);
        double[] action = new double[TabletopEnv.ACTION_SIZE];
        StepOutcome outcome = StepOutcome.RUNNING;
        while (outcome == StepOutcome.RUNNING) {
            policy.act(env, action);
            outcome = env.step(action);
            afterEachStep.run();
        }
        return outcome;
    }

    /** Steps with the arm where it is. */
    public static void hold(TabletopEnv env, int steps, boolean closed) {
        double[] action = Arrays.copyOf(env.armPosition(), TabletopEnv.ACTION_SIZE);
        action[PandaArm.JOINTS] = closed ? 1 : 0;
        for (int i = 0; i < steps; i++) {
            env.step(action);
        }
    }

    /** Moves the gripper, pointing down, in a straight line at 0.2 m/s and waits for it. */
    public static void moveGripper(TabletopEnv env, double x, double y, double z, boolean closed) {
        moveGripper(env, x, y, z, closed, () -> {});
    }

    public static void moveGripper(
            TabletopEnv env, double x, double y, double z, boolean closed, Runnable afterEachStep) {
        SetPoint setPoint = new SetPoint();
        setPoint.reset(env);
        setPoint.aim(x, y, z, 0);
        double[] action = new double[TabletopEnv.ACTION_SIZE];
        for (int i = 0; i < 200 && !setPoint.arrived(env); i++) {
            setPoint.move(env.settings().controlDtSeconds(), 0.2, new SplittableRandom(1));
            setPoint.jointTargets(action);
            action[PandaArm.JOINTS] = closed ? 1 : 0;
            env.step(action);
            afterEachStep.run();
        }
    }

    public static float[] objectPose(TabletopEnv env, String object) {
        float[] pose = new float[7];
        env.objectRootPose(env.objectNames().indexOf(object), pose);
        return pose;
    }

    public static float[] objectVelocity(TabletopEnv env, String object) {
        float[] velocity = new float[6];
        env.objectRootVelocity(env.objectNames().indexOf(object), velocity);
        return velocity;
    }

    public static void placeObject(TabletopEnv env, String object, RigidTransform pose) {
        env.physics().placeObject(env.objectNames().indexOf(object), pose);
    }

    /** Everything an env reports, bit for bit. */
    static int fingerprint(TabletopEnv env) {
        int hash = env.stepCount();
        float[] joints = new float[TabletopEnv.JOINTS];
        env.jointPosition(joints);
        hash = 31 * hash + Arrays.hashCode(joints);
        env.jointVelocity(joints);
        hash = 31 * hash + Arrays.hashCode(joints);
        for (String object : env.objectNames()) {
            hash = 31 * hash + Arrays.hashCode(objectPose(env, object));
            hash = 31 * hash + Arrays.hashCode(objectVelocity(env, object));
        }
        return hash;
    }

    /** The frame a recorded unit quaternion stands for; written apart from the code that makes quaternions. */
    public static RigidTransform frameOf(double w, double x, double y, double z) {
        RigidTransform frame = new RigidTransform();
        double[] r = frame.r;
        r[0] = 1 - 2 * (y * y + z * z);
        r[1] = 2 * (x * y - w * z);
        r[2] = 2 * (x * z + w * y);
        r[3] = 2 * (x * y + w * z);
        r[4] = 1 - 2 * (x * x + z * z);
        r[5] = 2 * (y * z - w * x);
        r[6] = 2 * (x * z - w * y);
        r[7] = 2 * (y * z + w * x);
        r[8] = 1 - 2 * (x * x + y * y);
        return frame;
    }
}
