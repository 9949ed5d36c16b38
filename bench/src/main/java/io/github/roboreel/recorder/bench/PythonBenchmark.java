package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.DurableMark;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.remote.PythonPolicyProvider;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.VectorEnv;
import io.github.roboreel.simulation.VectorPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;

/** {@code bench python}: the Python package and its daemon, beside the recorder in this JVM with the same load. */
@Command(
        name = "python",
        description =
                "Records from Python through the shared ring, and the same in this JVM, in turn. Ratios and targets; a"
                        + " part at a time.")
final class PythonBenchmark extends Scenario {
    private static final String COLD =
            "after a pause the interpreter's own work per step costs several times what it does in a warm loop";
    private static final String SHARED =
            "each row is copied into shared memory first, and two processes share the cores";
    private static final String THIS_JVM = "this JVM";
    private static final int EPISODE_STEPS = 22;
    private static final int LONG_STEPS = 1_000_000;
    private static final int POLICY_WARM_UP_STEPS = 2000;

    /** What is measured. */
    private enum Part {
        PACED,
        UNPACED,
        CAMERAS,
        GROWTH,
        IDLE,
        OPEN,
        END,
        EPISODES,
        POLICY
    }

    @Param("The Python that records; it has numpy")
    private String python = Child.PYTHON;

    @Param("Use the package that this Python has installed, with its own daemon, instead of the checkout's")
    private boolean installed;

    @Param("Parts, separated by commas")
    private List<Part> only = List.of(Part.values());

    @Param
    private int numEnvs = 16;

    @Param(min = 0.001)
    private double paceHz = 100;

    @Param
    private int rounds = 3;

    @Param("Unpaced vector steps that count")
    private int steps = 20_000;

    @Param("Unpaced vector steps before them")
    private int warmUpSteps = 10_000;

    @Param("Vector steps over which the process may grow; a million with --long")
    private int growthSteps = 100_000;

    @Param(value = "As many as a million of these", name = "long")
    private boolean isLong;

    @Param(value = "Seconds of each part at a pace, and of the idle one", min = 0.001)
    private double seconds = 20;

    @Param("Frames of the 4 cameras, WxH")
    private FrameSize images = new FrameSize(1280, 720);

    @Param("Recorders opened one after the other")
    private int opens = 5;

    @Param("Ends of all envs at once")
    private int ends = 50;

    @Param("Episodes of 22 steps, in each of two rounds of which the second counts")
    private int episodes = 2048;

    private final Rounds samples = new Rounds();
    private final List<Target> targets = new ArrayList<>();
    private final Map<String, Figures> rows = new LinkedHashMap<>();
    private Path folder;

    @Override
    void check() {
        if (episodes < numEnvs) {
            throw new IllegalArgumentException("--episodes is " + episodes + "; expected " + numEnvs + " or more");
        }
    }

    @Override
    void measure(Path own) throws IOException, InterruptedException {
        folder = own;
        for (Part part : Part.values()) {
            if (only.contains(part)) {
                measure(part);
                say("  " + label(part) + " is measured");
            }
        }
        figures.put("python", python)
                .put("installed", installed)
                .put("row_bytes", BenchFields.proprio().rowBytes())
                .put("figures", samples.medians())
                .put("each", new Figures().put(samples.each()));
        say("microseconds", rows);
        putTargets(targets);
    }

    private void measure(Part part) throws IOException, InterruptedException {
        switch (part) {
            case PACED -> paced();
            case UNPACED -> unpaced();
            case CAMERAS -> cameras();
            case GROWTH -> growth();
            case IDLE -> {
                python(part, "--seconds", seconds);
                most("idle daemon", "cpu_percent", 1, 1, "% of a core");
            }
            case OPEN -> {
                python(part, "--opens", opens);
                most("run open", "open_s", 1, 1, "s");
            }
            case END -> {
                python(part, "--ends", ends);
                most("end of all envs, p50", "end_us_50", 1e3, 1, "ms");
            }
            case EPISODES -> {
                python(part, "--episodes", episodes);
                RecordSpec same = RecordSpec.of(numEnvs, EPISODE_STEPS, BenchFields.small());
                double took = LimitBenchmark.recorderSeconds(same, 2 * episodes, folder.resolve("java"));
                samples.add("java_episodes_per_s", 2 * episodes / took);
                double ratio = samples.ratio("episodes_per_s", "java_episodes_per_s");
                targets.add(Target.least("episodes/s", THIS_JVM, ratio, 0.65, "x"));
            }
            case POLICY -> {
                // The other way round: a simulator in this JVM asks Python.
                micros("policy_us", policyNanos(atPace(paceHz)));
                most("action of a policy, p50", "policy_us_50", 1, 200, "us");
            }
        }
    }

    private void most(String what, String figure, double unit, double most, String unitName) {
        targets.add(Target.most(what, samples.median(figure) / unit, most, unitName));
    }

    private void paced() throws IOException, InterruptedException {
        python(Part.PACED, "--seconds", seconds);
        RecordSpec same = new RecordSpec(
                numEnvs, atPace(paceHz), BenchFields.proprio(), paceHz, RecorderConfig.defaults(), false);
        micros("java_step_us", stallNanos(same));
        targets.add(Target.most("step at " + paceHz + " Hz, p50", samples.median("step_us_50"), 60, "us")
                .with(COLD));
        most("step, p99.9", "step_us_99.9", 1, 1000, "us");
    }

    private int atPace(double hz) {
        return (int) Math.max(1, Math.round(seconds * hz));
    }

    private Histogram stallNanos(RecordSpec spec) throws IOException {
        Histogram nanos = RecordRun.of(spec, folder.resolve("java")).stalls().nanos();
        delete(folder.resolve("java"));
        return nanos;
    }

    /** Both record the warm-up and then what counts, round by round in turn. */
    private void unpaced() throws IOException, InterruptedException {
        RecordSpec spec = RecordSpec.proprio(numEnvs, steps);
        BenchSignal signal = spec.signal();
        for (int round = 0; round < rounds; round++) {
            python(Part.UNPACED, "--steps", steps, "--warm-up-steps", warmUpSteps);
            secondsUntilDurable(spec, signal, 0, warmUpSteps);
            samples.add("java_env_steps_per_s", spec.envSteps() / secondsUntilDurable(spec, signal, 1, steps));
            delete(folder.resolve("java"));
        }
        double ratio = samples.ratio("env_steps_per_s", "java_env_steps_per_s");
        targets.add(Target.least("unpaced until durable", THIS_JVM, ratio, 0.65, "x")
                .with(SHARED));
    }

    /** From the first step until the last is durable. */
    private double secondsUntilDurable(RecordSpec spec, BenchSignal signal, int run, int count) throws IOException {
        var ofRun = RecordSpec.run(folder.resolve("java"), numEnvs).toBuilder()
                .run(run)
                .build();
        try (EpisodeRecorder recorder = RecordSpec.begin(spec.builder(ofRun))) {
            long start = System.nanoTime();
            for (int step = 0; step < count; step++) {
                signal.load(step);
                signal.publish(recorder);
            }
            DurableMark mark = recorder.mark();
            while (!mark.isDurable()) {
                if (System.nanoTime() - start > TimeUnit.MINUTES.toNanos(10)) {
                    throw new IOException("steps are not durable after 10 minutes; see the recorder's log");
                }
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            }
            double took = (System.nanoTime() - start) / 1e9;
            RecordSpec.end(recorder);
            return took;
        }
    }

    private void cameras() throws IOException, InterruptedException {
        python(Part.CAMERAS, "--seconds", seconds, "--images", images);
        RecorderConfig uncompressed =
                RecorderConfig.builder().set(Hdf5Settings.COMPRESSION, "none").build();
        BenchFields frames = BenchFields.cameras(images, 4, ImageKind.GRADIENT);
        RecordSpec same = new RecordSpec(1, atPace(15), frames, 15, uncompressed, false);
        micros("java_camera_step_us", stallNanos(same));
        besideMemcpy("cameras, p50", "camera_step_us_50", "memcpy_us_50");
        most("cameras, p99", "camera_step_us_99", 1e3, 5, "ms");
        besideMemcpy("cameras, first round, p50", "first_round_step_us_50", "first_round_memcpy_us_50");
    }

    private void besideMemcpy(String what, String step, String memcpy) {
        targets.add(Target.most(what, "memcpy", samples.ratio(step, memcpy), 1.25, "x")
                .with(COLD));
    }

    private void growth() throws IOException, InterruptedException {
        int count = isLong ? LONG_STEPS : growthSteps;
        python(Part.GROWTH, "--growth-steps", count);
        most(Sentence.of("growth over %d steps", count), "grown_bytes", 1024, 0, "KiB");
    }

    /** Times of the actions of a policy in Python that does nothing, for one env of the first simulation. */
    private Histogram policyNanos(int count) {
        Path config = Child.home().resolve("config");
        String name = "python:roboreel.policy:Zero";
        SimulationProvider first = SimulationProvider.all().get(0);
        PythonPolicyProvider provider = new PythonPolicyProvider(python);
        PolicyChoice choice = new PolicyChoice(name, Optional.empty(), config);
        Simulation simulation = first.create(new SimulationRequest(
                first.taskNames(config).get(0), "default", name, 1, 0, 0, CameraRequest.NONE, config));
        provider.objectionTo(choice, simulation).ifPresent(objection -> {
            throw new IllegalStateException(objection);
        });
        try (VectorEnv envs = simulation.open(1);
                VectorPolicy policy = provider.create(new PolicyRequest(choice, simulation, envs, 1))) {
            Observation[] now = {new Observation(simulation.schema())};
            double[][] actions = new double[1][simulation.actionSpace().size()];
            envs.reset(0, 0);
            envs.observe(0, now[0]);
            policy.reset(0, now[0], 0);
            int[] env = {0};
            for (int step = 0; step < Math.min(POLICY_WARM_UP_STEPS, count); step++) {
                policy.act(env, now, actions);
            }
            Stalls stalls = new Stalls(paceHz);
            for (int step = 0; step < count; step++) {
                stalls.awaitTurn();
                long start = System.nanoTime();
                policy.act(env, now, actions);
                stalls.add(step, start, System.nanoTime());
            }
            return stalls.nanos();
        } finally {
            provider.endProcesses();
        }
    }

    /** A row of the table, too. */
    private void micros(String key, Histogram nanos) {
        Figures row = new Figures().put(key, nanos);
        row.flat().forEach((name, micros) -> samples.add(name, ((Number) micros).doubleValue()));
        rows.put(key, new Figures().put("us", row.members().get(key)));
    }

    /** Takes the numbers and the times at percentiles that Python measured of a part, in a folder that is removed. */
    private void python(Part part, Object... options) throws IOException, InterruptedException {
        Path own = folder.resolve("python");
        Child child = Child.of(python, "-B", Child.peerFile("python_recorder.py"), label(part), "--out", own)
                .and("--num-envs", numEnvs, "--pace-hz", paceHz)
                .and(options);
        if (!installed) {
            child = child.withDaemon().with("PYTHONPATH", Child.home().resolve("python"));
        }
        child.printed().json().properties().forEach(figure -> {
            Figures micros = new Figures();
            figure.getValue().properties().forEach(time -> {
                samples.add(
                        figure.getKey() + "_" + time.getKey(), time.getValue().doubleValue());
                micros.put(time.getKey(), time.getValue().doubleValue());
            });
            if (figure.getValue().isNumber()) {
                samples.add(figure.getKey(), figure.getValue().doubleValue());
            } else {
                rows.put(figure.getKey(), new Figures().put("us", micros));
            }
        });
        delete(own);
    }

    private static String label(Part part) {
        return part.name().toLowerCase(Locale.ROOT);
    }
}
