package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code bench recorders}: the Python package beside the recorders that people use, by {@code bench/peers/recorders}.
 */
@Command(
        name = "recorders",
        description = {
            "Records the same data with our Python package, its modules for other libraries and these libraries' own"
                    + " recorders, in turn: a row of a table as each is measured, then the targets of ours. Ctrl-C prints"
                    + " what there is. Takes some 45 minutes for the first round and 25 for each other one; the first"
                    + " time, gigabytes of Python packages are downloaded before. Nothing else should run on the machine."
        },
        mixinStandardHelpOptions = true)
final class RecordersBenchmark extends BenchCommand.OnDisk {
    private static final String SCRIPT = "recorders/run_all.py";
    private static final List<String> NAMES = List.of(
            "ring",
            "roboreel",
            "roboreel-in-place",
            "roboreel-gymnasium",
            "roboreel-lerobot",
            "roboreel-envlogger",
            "roboreel-robosuite",
            "roboreel-maniskill",
            "roboreel-isaaclab",
            "minari",
            "lerobot",
            "envlogger",
            "robosuite",
            "maniskill",
            "mcap",
            "h5py",
            "isaaclab",
            "robodm");
    private static final List<String> MODES = List.of(
            "kill", "kill-daemon", "unpaced", "long", "paced", "kill-cameras", "kill-daemon-cameras", "paced-cameras");
    private static final List<String> WORLDS = List.of("mujoco", "noise");
    private static final long MAX_STOP_SECONDS = 30;

    @Option(
            names = "--only",
            split = ",",
            description = "Some of the recorders, separated by commas; all if not given: ring (a copy into memory, the"
                    + " floor), roboreel, roboreel-in-place, roboreel-gymnasium, roboreel-lerobot, roboreel-envlogger,"
                    + " roboreel-robosuite, roboreel-maniskill, roboreel-isaaclab, minari, lerobot, envlogger,"
                    + " robosuite, maniskill, mcap, h5py, isaaclab, robodm.")
    private List<String> only = NAMES;

    @Option(
            names = "--modes",
            split = ",",
            description = "Some of the modes: kill, kill-daemon, unpaced, long, paced, kill-cameras,"
                    + " kill-daemon-cameras, paced-cameras.")
    private List<String> modes = MODES;

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(3);

    @Option(
            names = {"--envs-folder", "--envs_folder"},
            description = "Where Python's virtual environments are, or are made; bench/peers/recorders/.venv if not"
                    + " given. What cannot be made is named and left out.")
    private Path envsFolder;

    @Option(
            names = "--python",
            description = "Run all with this Python, which has what they need, instead of the environments.")
    private String python;

    @Option(
            names = "--world",
            defaultValue = "mujoco",
            description = "What is recorded: MuJoCo's humanoids, or noise in rows of the same size, which tries the"
                    + " benchmark without MuJoCo (${DEFAULT-VALUE}).")
    private String world;

    @Option(names = "--quick", description = "As small as everything still runs.")
    private boolean quick;

    @Option(
            names = "--results",
            description = "A file that is kept after each run; what it has already is not measured again.")
    private Path results;

    @Override
    void check() {
        rounds.count();
        requireKnown("--only", only, NAMES);
        requireKnown("--modes", modes, MODES);
        requireKnown("--world", List.of(world), WORLDS);
    }

    private static void requireKnown(String option, List<String> given, List<String> known) {
        for (String name : given) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        option + " has '" + name + "'; expected some of " + String.join(", ", known));
            }
        }
    }

    @Override
    Figures measure(Path folder) throws IOException, InterruptedException {
        CountDownLatch isPrinted = new CountDownLatch(1);
        Path printed = folder.resolve("rows.json");
        Process driver = new ProcessBuilder(command(folder))
                .redirectOutput(printed.toFile())
                .start();
        Thread stop = new Thread(() -> stop(driver, isPrinted), "bench-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            sayWhatIsSaidBy(driver);
            if (driver.waitFor() != 0) {
                throw new IOException(SCRIPT + " ended with " + driver.exitValue() + "; what it said is above");
            }
            Figures figures = figures(new ObjectMapper().readTree(Files.readString(printed)));
            if (isStopping(stop)) {
                print(figures);
                remove(folder);
                isPrinted.countDown();
                Thread.currentThread().join();
            }
            return figures;
        } finally {
            driver.destroy();
        }
    }

    /** A daemon whose Python was killed may be writing still. */
    private void remove(Path folder) {
        try {
            OutputSubfolder.delete(folder);
        } catch (IOException | UncheckedIOException e) {
            say(folder + " is left, since a recorder was still writing there");
        }
    }

    /** Whether the JVM is ending, in which case the hook waits. */
    private static boolean isStopping(Thread hook) {
        try {
            return !Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** What was measured until then is printed before the JVM ends. */
    private static void stop(Process driver, CountDownLatch isPrinted) {
        driver.destroy();
        try {
            isPrinted.await(MAX_STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sayWhatIsSaidBy(Process driver) throws IOException {
        try (BufferedReader lines = driver.errorReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                say(line);
            }
        }
    }

    private List<String> command(Path folder) throws IOException {
        Path scratch = Files.createDirectories(folder.resolve("scratch"));
        List<Object> command = new ArrayList<>(List.of(PeerProcess.PYTHON, "-B", PeerProcess.peerFile(SCRIPT)));
        command.addAll(List.of("--only", String.join(",", only), "--modes", String.join(",", modes)));
        command.addAll(List.of("--rounds", rounds.count(), "--world", world, "--scratch", scratch));
        if (envsFolder != null) {
            command.addAll(List.of("--envs-folder", envsFolder.toAbsolutePath()));
        }
        if (python != null) {
            command.addAll(List.of("--python", python));
        }
        if (results != null) {
            command.addAll(List.of("--results", results.toAbsolutePath()));
        }
        if (quick) {
            command.add("--quick");
        }
        command.addAll(PeerProcess.daemonOptions());
        return command.stream().map(Object::toString).toList();
    }

    private Figures figures(JsonNode printed) {
        List<Map<?, ?>> rows = new ArrayList<>();
        ObjectMapper json = new ObjectMapper();
        printed.get("rows").forEach(row -> rows.add(json.convertValue(row, Map.class)));
        List<String> leftOut = new ArrayList<>();
        printed.get("left_out").forEach(name -> leftOut.add(name.asText()));
        List<Target> targets = new RecorderTargets(printed.get("rows")).all();
        Map<String, Figures> judged = new LinkedHashMap<>();
        targets.forEach(target -> judged.put(target.what(), target.row()));
        Figures figures = new Figures()
                .put("bench", "recorders")
                .put("rounds", rounds.count())
                .put("world", world)
                .put("is_quick", quick)
                .put("is_stopped", printed.get("is_stopped").asBoolean())
                .put("rows", rows)
                .put("left_out", leftOut)
                .put("targets", targets.stream().map(Target::figures).toList());
        return targets.isEmpty() ? figures : figures.say(System.lineSeparator() + Figures.table("what", judged));
    }
}
