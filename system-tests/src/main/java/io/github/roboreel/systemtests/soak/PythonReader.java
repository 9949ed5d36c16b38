package io.github.roboreel.systemtests.soak;

import io.github.roboreel.systemtests.formula.Formula;
import io.github.roboreel.systemtests.formula.Tally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process in which stock h5py reads a run file, judged by {@code system-tests/soak/reader.py}, which knows nothing of
 * this code.
 */
final class PythonReader {
    /** How it reads. */
    enum Manner {
        /** With SWMR, while the file is recorded. */
        SWMR,
        /** Without, while the file is recorded: it is refused until the file is closed. */
        PLAIN,
        /** Without, everything, once. */
        WHOLE
    }

    private static final Pattern SUMMARY =
            Pattern.compile("\"opens\": (\\d+), \"refusals\": (\\d+), \"values\": (\\d+)");
    private static final long PATIENCE_SECONDS = 120;

    private final Process process;
    private final RunPlan plan;
    private final Path output;
    private final Manner manner;

    private PythonReader(Process process, RunPlan plan, Path output, Manner manner) {
        this.process = process;
        this.plan = plan;
        this.output = output;
        this.manner = manner;
    }

    static Path script() {
        Path home = Path.of(System.getProperty("roboreel.home", ""));
        Path script = home.resolve("system-tests")
                .resolve("soak")
                .resolve("reader.py")
                .toAbsolutePath();
        if (!Files.exists(script)) {
            throw new IllegalArgumentException(script + " is missing; start this through ./roboreel in a checkout");
        }
        return script;
    }

    static PythonReader start(RunPlan plan, Path file, Manner manner) throws IOException {
        Path output = Files.createTempFile("roboreel-soak-reader", ".txt");
        List<String> command = List.of(
                "/usr/bin/python3",
                script().toString(),
                file.toString(),
                manner.name().toLowerCase(Locale.ROOT),
                Long.toString(Formula.key(plan.number(), 0)));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new PythonReader(process, plan, output, manner);
    }

    /** Makes it end, and takes what it found. */
    void finish(Tally counts, Violations violations) throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            violations.add(plan.label() + ": h5py (" + manner + ") hangs");
        }
        String said = Files.readString(output, StandardCharsets.UTF_8);
        Files.delete(output);
        List<String> found = new ArrayList<>(
                said.lines().filter(l -> l.startsWith("VIOLATION ")).toList());
        Matcher summary = SUMMARY.matcher(said);
        if (summary.find()) {
            counts.add("h5py_reads", Long.parseLong(summary.group(1)))
                    .add("h5py_refusals", Long.parseLong(summary.group(2)))
                    .add("h5py_values_checked", Long.parseLong(summary.group(3)));
        } else if (found.isEmpty()) {
            found.add("VIOLATION it ended with exit code " + process.exitValue() + ": " + said);
        }
        for (String line : found) {
            violations.add(plan.label() + ": h5py (" + manner + ") found: " + line.substring("VIOLATION ".length()));
        }
    }
}
