package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;

/**
 * {@code bench recorders}: the Python package beside the recorders that people use, by {@code bench/peers/recorders};
 * what ours must not exceed, and where it must be ahead of every peer.
 */
@Command(
        name = "recorders",
        description =
                "Records the same data with our Python package, its modules for other libraries and these libraries' own"
                        + " recorders, in turn: a row of a table as each is measured, then the targets of ours. Ctrl-C prints"
                        + " what there is. Takes some 45 minutes for the first round and 25 for each other one; the first"
                        + " time, gigabytes of Python packages are downloaded before. Nothing else should run on the machine.")
final class RecordersBenchmark extends Scenario {
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
    private static final int MANY = 16;
    /** What a flush of the default settings may hold back, where the process that records is killed. */
    private static final int FLUSH_STEPS = 500;

    private static final String CLOSING =
            "closing ends a process and takes tenths of a second, which so short a recording does not make up for";
    private static final String FIRST =
            "where a schema is not declared the first step opens the run, which the recording process has to get ready";

    private static final String PACED = """
            first step; /first_ms; 1; ms
            paced x 16, p50; /step_us/50; 40; us
            paced x 16, p99; /step_us/99; 150; us
            paced x 16, p99.9; /step_us/99.9; 500; us
            paced x 16, longest step; /step_us/100; 2; ms
            paced x 16, p99.9 without waits for a core; /own_us/99.9; 500; us
            paced x 16, longest step without them; /own_us/100; 2; ms
            paced x 16, longest end; /end_max_ms; 1; ms
            paced x 16, ticks missed; /missed; 0; ticks
            paced x 16, memory of all; /rss_peak; 400; MB
            paced x 16, processor; /cpu_pct; 12; % of a core
            """;
    private static final String CAMERAS = """
            , p50; /step_us/50; 500; us
            , p99; /step_us/99; 1500; us
            , longest step; /step_us/100; 5; ms
            , longest end; /end_max_ms; 2; ms
            , close; /close_ms; 1000; ms
            , ticks missed; /missed; 0; ticks
            , memory of all; /rss_peak; 800; MB
            """;

    @Param("Some of the recorders, separated by commas; ring is a copy into memory, the floor")
    private List<String> only = NAMES;

    @Param("Some of the modes")
    private List<String> modes = MODES;

    @Param
    private int rounds = 3;

    @Param("Where Python's virtual environments are, or are made; bench/peers/recorders/.venv if not"
            + " given. What cannot be made is named and left out")
    private Path envsFolder;

    @Param("Run all with this Python, which has what they need, instead of the environments")
    private String python;

    @Param("What is recorded: mujoco for MuJoCo's humanoids, or noise in rows of the same size, which tries the"
            + " benchmark without MuJoCo")
    private String world = "mujoco";

    @Param
    private boolean quick;

    @Param("A file that is kept after each run; what it has already is not measured again")
    private Path results;

    private final List<Target> targets = new ArrayList<>();
    private Path printed;
    private volatile Process driver;
    private JsonNode rows;

    @Override
    void check() {
        requireKnown("--only", only, NAMES);
        requireKnown("--modes", modes, MODES);
        requireKnown("--world", List.of(world), List.of("mujoco", "noise"));
    }

    @Override
    boolean isStoppable() {
        return true;
    }

    @Override
    void measure(Path folder) throws IOException, InterruptedException {
        Path scratch = Files.createDirectories(folder.resolve("scratch"));
        Child child = Child.python(SCRIPT, "--only", String.join(",", only), "--modes", String.join(",", modes))
                .and("--rounds", rounds, "--world", world, "--scratch", scratch)
                .option("--envs-folder", absolute(envsFolder))
                .option("--python", python)
                .option("--results", absolute(results))
                .withDaemon();
        child = quick ? child.and("--quick") : child;
        printed = folder.resolve("rows.json");
        driver = new ProcessBuilder(child.command())
                .redirectOutput(printed.toFile())
                .start();
        try (BufferedReader lines = driver.errorReader()) {
            lines.lines().forEach(this::say);
        }
        driver.waitFor();
    }

    private static Path absolute(Path given) {
        return given == null ? null : given.toAbsolutePath();
    }

    /** Has the driver print what it has. */
    @Override
    void kill() throws InterruptedException {
        if (driver != null) {
            driver.destroy();
            driver.waitFor();
        }
    }

    @Override
    void summarise() throws IOException {
        if (driver == null) {
            return;
        }
        if (driver.exitValue() != 0) {
            throw new IOException(SCRIPT + " ended with " + driver.exitValue() + "; what it said is above");
        }
        JsonNode all = new ObjectMapper().readTree(Files.readString(printed));
        rows = all.get("rows");
        figures.put("world", world).put("is_quick", quick);
        List.of("is_stopped", "rows", "left_out").forEach(key -> figures.put(key, all.get(key)));
        judge();
        putTargets(targets);
    }

    private void judge() {
        most(row("roboreel", "unpaced", 1), "unpaced, per env-step", "/in_us", 12, "us", CLOSING);
        JsonNode unpaced = row("roboreel", "unpaced", MANY);
        most(unpaced, "unpaced x 16, per env-step", "/in_us", 3, "us", CLOSING);
        if (!unpaced.isMissingNode()) {
            double share = number(unpaced, "/sps") / number(unpaced, "/base_sps");
            targets.add(Target.least("unpaced x 16, env-steps/s", "the world alone", share, 0.9, "x")
                    .with(CLOSING));
        }
        most(row("roboreel", "paced", MANY), "", PACED);
        of("paced").filter(row -> name(row).startsWith("roboreel-")).forEach(row -> {
            most(row, name(row) + ", first step", "/first_ms", 1, "ms", FIRST);
            most(row, name(row), ", ticks missed; /missed; 0; ticks");
        });
        cameras("cameras", row("roboreel", "paced-cameras", 1));
        cameras("cameras in place", row("roboreel-in-place", "paced-cameras", 1));
        JsonNode grown = row("roboreel", "long", 1);
        if (!grown.isMissingNode()) {
            double bytes = Math.rint(number(grown, "/grown_bytes"));
            targets.add(Target.most("growth of Python per env-step", bytes, 0, "bytes"));
        }
        lost("kill", 0);
        lost("kill-cameras", 0);
        JsonNode killed = row("roboreel", "kill", 1);
        if (!killed.isMissingNode()) {
            double aborted = number(killed, "/statuses/aborted");
            targets.add(Target.least("kill, open episode marked aborted", "", aborted, 1, "episodes"));
        }
        lost("kill-daemon", FLUSH_STEPS);
        lost("kill-daemon-cameras", FLUSH_STEPS);
        for (String mode : List.of("paced", "paced-cameras")) {
            ahead(mode, "longest stall", "ms", row -> number(row, "/stall_ms"));
            ahead(mode, "longest end", "ms", row -> number(row, "/end_max_ms"));
            ahead(mode, "ticks missed", "ticks", row -> number(row, "/missed"));
        }
        for (String mode : List.of("kill", "kill-cameras")) {
            ahead(mode, "share lost", "%", row -> 100 * lost(row) / number(row, "/given"));
        }
        // Steps as RoboLab streams them, which leave the work to the ends of episodes.
        for (int envs : List.of(1, MANY)) {
            JsonNode peer = row("h5py", "unpaced", envs);
            JsonNode own = row("roboreel", "unpaced", envs);
            if (!own.isMissingNode() && !peer.isMissingNode()) {
                String what = "unpaced x " + envs + ", per env-step, beside h5py streaming";
                double ratio = number(own, "/in_us") / number(peer, "/in_us");
                targets.add(Target.most(what, called(peer), ratio, 1.2, "x"));
            }
        }
    }

    /** Bounds of a row that was measured, a line each: what, figure, most and unit. */
    private void most(JsonNode row, String name, String bounds) {
        for (String line :
                row.isMissingNode() ? List.<String>of() : bounds.lines().toList()) {
            String[] cells = line.split("; ");
            double perUnit = cells[1].contains("_us/") && cells[3].equals("ms") ? 1e3 : 1;
            double figure = number(row, cells[1]) / perUnit;
            targets.add(Target.most(name + cells[0], figure, Double.parseDouble(cells[2]), cells[3]));
        }
    }

    private void most(JsonNode row, String what, String figure, double most, String unit, String inTheWay) {
        if (!row.isMissingNode()) {
            targets.add(Target.most(what, number(row, figure), most, unit).with(inTheWay));
        }
    }

    private void cameras(String what, JsonNode row) {
        most(row, what, CAMERAS);
        if (!row.isMissingNode()) {
            double share = number(row, "/disk_mb") / number(row, "/raw_mb");
            targets.add(Target.most(what + ", on disk", "raw", share, 0.6, "x"));
        }
    }

    private void lost(String mode, int mostSteps) {
        JsonNode row = row("roboreel", mode, 1);
        if (!row.isMissingNode()) {
            targets.add(Target.most(mode + ", steps lost", lost(row), mostSteps, "steps"));
        }
    }

    /** No peer is better, whatever the number of its envs: the widest of ours is compared. */
    private void ahead(String mode, String what, String unit, ToDoubleFunction<JsonNode> figure) {
        JsonNode many = row("roboreel", mode, MANY);
        JsonNode own = many.isMissingNode() ? row("roboreel", mode, 1) : many;
        of(mode).filter(row -> !name(row).startsWith("roboreel") && !name(row).equals("ring"))
                .filter(row -> !own.isMissingNode() && !Double.isNaN(figure.applyAsDouble(row)))
                .min(Comparator.comparingDouble(figure))
                .ifPresent(best -> targets.add(Target.most(
                        mode + ", " + what + ", beside the best peer",
                        called(best),
                        figure.applyAsDouble(own),
                        figure.applyAsDouble(best),
                        unit)));
    }

    /** A missing node when it was not measured. */
    private JsonNode row(String name, String mode, int envs) {
        return of(mode).filter(row -> name(row).equals(name) && row.path("envs").asInt() == envs)
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    private Stream<JsonNode> of(String mode) {
        return StreamSupport.stream(rows.spliterator(), false)
                .filter(row -> row.path("mode").asText().equals(mode));
    }

    private static String name(JsonNode row) {
        return row.path("name").asText();
    }

    private static String called(JsonNode row) {
        return (name(row) + " " + row.path("variant").asText()).strip();
    }

    /** Of those whose call has returned; the one that was being handed over may be there, too. */
    private static double lost(JsonNode row) {
        return Math.max(0, number(row, "/given") - number(row, "/found_steps"));
    }

    /** NaN where it was not measured. */
    private static double number(JsonNode row, String path) {
        return row.at(path).isNumber() ? row.at(path).doubleValue() : Double.NaN;
    }
}
