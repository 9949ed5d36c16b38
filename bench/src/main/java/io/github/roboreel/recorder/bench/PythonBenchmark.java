package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench python}: the Python package and its daemon, beside the recorder in this JVM with the same load. */
@Command(
        name = "python",
        description = {
            "Records from Python through the shared ring, and the same in this JVM, in turn. Ratios and targets; a part"
                    + " at a time."
        },
        mixinStandardHelpOptions = true)
final class PythonBenchmark extends BenchCommand.OnDisk {
    private static final String COLD =
            "after a pause the interpreter's own work per step costs several times what it does in a warm loop";

    private static final String SCRIPT = "python_recorder.py";
    private static final String[] PERCENTILES = {"50", "99", "99.9", "100"};
    private static final int NUM_CAMERAS = 4;
    private static final double CAMERA_HZ = 15;
    private static final int LONG_STEPS = 1_000_000;

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
        POLICY;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--python",
            defaultValue = PeerProcess.PYTHON,
            description = "The Python that records (${DEFAULT-VALUE}); it has numpy.")
    private String python;

    @Option(
            names = "--installed",
            description =
                    "Use the package that this Python has installed, with its own daemon, instead of the checkout's.")
    private boolean isInstalled;

    @Option(names = "--only", split = ",", description = "Parts, separated by commas: ${COMPLETION-CANDIDATES}.")
    private List<Part> only = List.of(Part.values());

    @Mixin
    private Options.Envs envs = new Options.Envs(16);

    @Mixin
    private Options.PaceHz pace = new Options.PaceHz(100);

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(3);

    @Option(
            names = "--steps",
            defaultValue = "20000",
            description = "Unpaced vector steps that count (${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = {"--warm-up-steps", "--warm_up_steps"},
            defaultValue = "10000",
            description = "Unpaced vector steps before them (${DEFAULT-VALUE}).")
    private int warmUpSteps;

    @Option(
            names = {"--growth-steps", "--growth_steps"},
            defaultValue = "100000",
            description = "Vector steps over which the process may grow (${DEFAULT-VALUE}).")
    private int growthSteps;

    @Option(names = "--long", description = "As many as a million of these.")
    private boolean isLong;

    @Option(
            names = "--seconds",
            defaultValue = "20",
            description = "Seconds of each part at a pace, and of the idle one (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--images",
            paramLabel = "WxH",
            defaultValue = "1280x720",
            description = "Frames of the 4 cameras (${DEFAULT-VALUE}).")
    private String images;

    @Option(
            names = "--opens",
            defaultValue = "5",
            description = "Recorders opened one after the other (${DEFAULT-VALUE}).")
    private int opens;

    @Option(names = "--ends", defaultValue = "50", description = "Ends of all envs at once (${DEFAULT-VALUE}).")
    private int ends;

    @Option(
            names = "--episodes",
            defaultValue = "2048",
            description = "Episodes of 22 steps, in each of two rounds of which the second counts (${DEFAULT-VALUE}).")
    private int episodes;

    private final RoundSamples samples = new RoundSamples();
    private final List<Target> targets = new ArrayList<>();
    private final Map<String, Figures> rows = new LinkedHashMap<>();

    @Override
    void check() {
        envs.count();
        rounds.count();
        FrameSize.parse(images);
        Options.requireAtLeast("--steps", steps, 1);
        Options.requireAtLeast("--warm-up-steps", warmUpSteps, 1);
        Options.requireAtLeast("--growth-steps", growthSteps, 1);
        Options.requireAtLeast("--opens", opens, 1);
        Options.requireAtLeast("--ends", ends, 1);
        Options.requireAtLeast("--episodes", episodes, envs.count());
        if (!(pace.hz() > 0) || !(seconds > 0)) {
            throw new IllegalArgumentException("expected --pace-hz and --seconds above 0");
        }
    }

    @Override
    Figures measure(Path folder) throws IOException, InterruptedException {
        for (Part part : Part.values()) {
            if (only.contains(part)) {
                measure(part, folder);
                say("  " + part.label() + " is measured");
            }
        }
        Map<String, Figures> judged = new LinkedHashMap<>();
        targets.forEach(target -> judged.put(target.what(), target.row()));
        return new Figures()
                .put("bench", "python")
                .put("python", python)
                .put("installed", isInstalled)
                .put("num_envs", envs.count())
                .put("row_bytes", BenchFields.proprio().rowBytes())
                .put("pace_hz", pace.hz())
                .put("rounds", rounds.count())
                .put("figures", Figures.of(samples.medians()))
                .put("each", samples.each())
                .put("targets", targets.stream().map(Target::figures).toList())
                .say(Figures.table("microseconds", rows) + System.lineSeparator())
                .say(Figures.table("what", judged));
    }

    private void measure(Part part, Path folder) throws IOException, InterruptedException {
        switch (part) {
            case PACED -> paced(folder);
            case UNPACED -> unpaced(folder);
            case CAMERAS -> cameras(folder);
            case GROWTH -> growth(folder);
            case IDLE -> idle(folder);
            case OPEN -> open(folder);
            case END -> end(folder);
            case EPISODES -> episodes(folder);
            case POLICY -> policy();
        }
    }

    private void paced(Path folder) throws IOException, InterruptedException {
        PeerFigures here = python(Part.PACED, folder, "--seconds", seconds);
        micros("step", "step in Python", here, "step_us");
        micros("step_own", "step in Python, own", here, "step_own_us");
        micros("copies", "26 bare copies in Python", here, "copies_us");
        java(
                "java_step",
                "step in this JVM",
                paced(folder, envs.count(), pace.hz(), BenchFields.proprio(), RecorderConfig.defaults()));
        targets.add(Target.atMost("step at " + pace.hz() + " Hz, p50", samples.median("step_us_50"), 60, "us")
                .with(COLD));
        targets.add(Target.atMost("step, p99.9", samples.median("step_us_99.9"), 1000, "us"));
    }

    /** The same in this JVM. */
    private Histogram paced(Path folder, int numEnvs, double hz, BenchFields fields, RecorderConfig config)
            throws IOException {
        int count = (int) Math.max(1, Math.round(seconds * hz));
        RecordSpec spec = new RecordSpec(numEnvs, count, fields, hz, config, false);
        Stalls stalls = new RecordRun(spec).record(folder.resolve("java")).stalls();
        OutputSubfolder.delete(folder.resolve("java"));
        return stalls.nanos();
    }

    /** Both record the warm-up and then what counts, round by round in turn. */
    private void unpaced(Path folder) throws IOException, InterruptedException {
        DurableRate rate = new DurableRate(envs.count(), warmUpSteps, steps);
        for (int round = 0; round < rounds.count(); round++) {
            PeerFigures here = python(Part.UNPACED, folder, "--steps", steps, "--warm-up-steps", warmUpSteps);
            samples.add("env_steps_per_s", here.number("env_steps_per_s"));
            samples.add("unpaced_waited_s", here.number("waited_s"));
            micros("unpaced_step", "unpaced step in Python, round " + (round + 1), here, "step_us");
            samples.add("java_env_steps_per_s", rate.envStepsPerSecond(folder.resolve("java")));
            OutputSubfolder.delete(folder.resolve("java"));
        }
        targets.add(Target.ratio(
                        "unpaced until durable",
                        "this JVM",
                        samples.median("env_steps_per_s") / samples.median("java_env_steps_per_s"),
                        0.65)
                .with("each row is copied into shared memory first, and two processes share the cores"));
    }

    private void cameras(Path folder) throws IOException, InterruptedException {
        PeerFigures here = python(Part.CAMERAS, folder, "--seconds", seconds, "--images", images);
        micros("camera_step", "step of 4 cameras", here, "step_us");
        micros("camera_step_own", "step of 4 cameras, own", here, "step_own_us");
        micros("memcpy", "memcpy of as much into a ring", here, "memcpy_us");
        micros("memcpy_own", "memcpy, own", here, "memcpy_own_us");
        micros("first_round_step", "step, first round of the ring", here, "first_round_step_us");
        micros("first_round_memcpy", "memcpy, first round", here, "first_round_memcpy_us");
        samples.add("camera_waited_s", here.number("waited_s"));
        RecorderConfig uncompressed =
                RecorderConfig.builder().set(Hdf5Settings.COMPRESSION, "none").build();
        BenchFields frames =
                new BenchFields(List.of(), ImageKind.GRADIENT).withCameras(FrameSize.parse(images), NUM_CAMERAS);
        java("java_camera_step", "step of 4 cameras in this JVM", paced(folder, 1, CAMERA_HZ, frames, uncompressed));
        targets.add(new Target("cameras, p50", "memcpy", ratio("camera_step_us_50", "memcpy_us_50"), 1.25, true, "x")
                .with(COLD));
        targets.add(Target.atMost("cameras, p99", samples.median("camera_step_us_99") / 1e3, 5, "ms"));
        targets.add(new Target(
                        "cameras, first round, p50",
                        "memcpy",
                        ratio("first_round_step_us_50", "first_round_memcpy_us_50"),
                        1.25,
                        true,
                        "x")
                .with(COLD));
    }

    private double ratio(String one, String other) {
        return samples.median(one) / samples.median(other);
    }

    private void growth(Path folder) throws IOException, InterruptedException {
        int count = isLong ? LONG_STEPS : growthSteps;
        PeerFigures here = python(Part.GROWTH, folder, "--growth-steps", count);
        samples.add(here, List.of("grown_bytes", "grown_blocks", "grown_objects"));
        targets.add(Target.atMost(
                Sentence.of("growth over %d steps", count), samples.median("grown_bytes") / 1024, 0, "KiB"));
    }

    private void idle(Path folder) throws IOException, InterruptedException {
        samples.add(python(Part.IDLE, folder, "--seconds", seconds), List.of("cpu_percent", "daemon_rss_mb"));
        targets.add(Target.atMost("idle daemon", samples.median("cpu_percent"), 1, "% of a core"));
    }

    private void open(Path folder) throws IOException, InterruptedException {
        samples.add(python(Part.OPEN, folder, "--opens", opens), List.of("open_s", "first_open_s"));
        targets.add(Target.atMost("run open", samples.median("open_s"), 1, "s"));
    }

    private void end(Path folder) throws IOException, InterruptedException {
        PeerFigures here = python(Part.END, folder, "--ends", ends);
        micros("end", "end of all envs", here, "end_us");
        micros("end_own", "end of all envs, own", here, "end_own_us");
        targets.add(Target.atMost("end of all envs, p50", samples.median("end_us_50") / 1e3, 1, "ms"));
    }

    private void episodes(Path folder) throws IOException, InterruptedException {
        samples.add(python(Part.EPISODES, folder, "--episodes", episodes), List.of("episodes_per_s"));
        LimitBenchmark.Case same = new LimitBenchmark.Case(envs.count(), 22, 2 * episodes, BenchFields.small());
        samples.add("java_episodes_per_s", 2 * episodes / same.recorderSeconds(folder.resolve("java")));
        targets.add(Target.ratio("episodes/s", "this JVM", ratio("episodes_per_s", "java_episodes_per_s"), 0.65));
    }

    /** The other way round: a simulator in this JVM asks Python. */
    private void policy() {
        int count = (int) Math.max(1, Math.round(seconds * pace.hz()));
        java("policy", "action of a policy in Python", new PolicyRoundTrip(python).nanos(count, pace.hz()));
        targets.add(Target.atMost("action of a policy, p50", samples.median("policy_us_50"), 200, "us"));
    }

    private void micros(String key, String row, PeerFigures printed, String object) throws IOException {
        Figures figures = new Figures();
        for (String percentile : PERCENTILES) {
            double micros = printed.number(object, percentile);
            samples.add(key + "_us_" + percentile, micros);
            figures.cell(heading(percentile), Sentence.of("%.1f", micros));
        }
        rows.put(row, figures);
    }

    private void java(String key, String row, Histogram nanos) {
        Figures figures = new Figures();
        for (String percentile : PERCENTILES) {
            double micros = nanos.getValueAtPercentile(Double.parseDouble(percentile)) / 1e3;
            samples.add(key + "_us_" + percentile, micros);
            figures.cell(heading(percentile), Sentence.of("%.1f", micros));
        }
        rows.put(row, figures);
    }

    private static String heading(String percentile) {
        return percentile.equals("100") ? "max" : "p" + percentile;
    }

    /** One part by Python, in a folder that is removed. */
    private PeerFigures python(Part part, Path folder, Object... options) throws IOException, InterruptedException {
        Path own = folder.resolve("python");
        List<Object> arguments = new ArrayList<>(List.of(part.label(), "--out", own));
        arguments.addAll(List.of("--num-envs", envs.count(), "--pace-hz", pace.hz()));
        arguments.addAll(List.of(options));
        if (!isInstalled) {
            arguments.addAll(PeerProcess.daemonOptions());
        }
        Map<String, String> environment = isInstalled
                ? Map.of()
                : Map.of("PYTHONPATH", PeerProcess.home().resolve("python").toString());
        PeerFigures figures = PeerProcess.python(python, environment, SCRIPT, arguments.toArray());
        OutputSubfolder.delete(own);
        return figures;
    }
}
