package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.tools.check.FolderAudit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of README and how-to guides, compiled, run, and read back, the README's by its own Python lines. */
class ReadmeExampleIT {
    private static final Path GUIDES = Path.of("..", "docs", "how-to");
    private static final Pattern PACKAGE = Pattern.compile("^package (\\S+);", Pattern.MULTILINE);
    private static final Pattern CLASS = Pattern.compile("^public (?:final )?class (\\w+)", Pattern.MULTILINE);

    @TempDir
    Path folder;

    @Test
    void recordsWhatTheReadmeSays() throws Exception {
        String readme = Files.readString(Path.of("..", "README.md"));
        Path output = folder.resolve("out");
        compile(embedding(readme));
        run("Embedding", output);

        try (RunReader reader = Hdf5RunReader.open(output.resolve("WaveTask/run_0.hdf5"))) {
            double[] actions = reader.demo("demo_3").readDoubles("actions");
            assertEquals(600 * 7, actions.length);
            for (int step = 0; step < 600; step++) {
                assertEquals((float) Math.sin(step / 15.0 + 3), (float) actions[7 * step + 6]);
            }
        }
        assertEquals("(600, 7)", python(blocks(readme, "python").get(0)));
        assertEquals(
                List.of(),
                new FolderAudit(MetricSettings.roboLab()).audit(output).findings());
        assertEquals(
                4, Files.readAllLines(output.resolve("episode_results.jsonl")).size());
    }

    @Test
    void readsWhatTheReadmeAndItsGuideSay() throws Exception {
        String readme = Files.readString(Path.of("..", "README.md"));
        Path output = folder.resolve("out");
        compile(embedding(readme));
        compile(List.of(reading(blocks(readme, "java").get(1))));
        compile(blocks(Files.readString(GUIDES.resolve("read-and-transform.md")), "java")
                .subList(0, 1));
        run("Embedding", output);

        float last = (float) Math.sin(599 / 15.0 + 3);
        assertEquals("float32[600, 7]\n" + last + "\n", printed("InReadme", output));
        float first = (float) Math.sin(10 / 15.0 + 3);
        double sum = 0;
        for (int step = 0; step < 600; step++) {
            sum += (float) Math.sin(step / 15.0);
        }
        assertEquals(
                "Wave at the camera, 600 steps, success Optional[true]\n".repeat(4)
                        + "float32[600, 7] in rad, first value of step 10: "
                        + first
                        + "\n"
                        + (double) (float) Math.sin(34 / 15.0 + 2)
                        + " 599 24\nsum "
                        + sum
                        + "\n",
                printed("Reading", output));
    }

    private String printed(String program, Path output) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            run(program, output);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** The README's lines as a program that reads the folder it is given. */
    private static String reading(String lines) {
        return Sentence.of("""
                import io.github.roboreel.recordings.*;
                import java.nio.file.Path;

                public class InReadme {
                    public static void main(String[] args) throws Exception {
                        %s
                    }
                }
                """, lines.replace("Path.of(\"out\")", "Path.of(args[0])"));
    }

    @Test
    void recordsWhatTheGuideToVectorisedSimulatorsSays() throws Exception {
        Path output = folder.resolve("out");
        compile(blocks(Files.readString(GUIDES.resolve("vectorised-simulator.md")), "java"));
        run("Vectorised", output);

        try (RunReader reader = Hdf5RunReader.open(output.resolve("WaveTask/run_0.hdf5"))) {
            for (int env = 0; env < 16; env++) {
                double[] actions = reader.demo("demo_" + env).readDoubles("actions");
                assertEquals(100 * 7, actions.length);
                assertEquals((float) Math.sin(99 / 15.0), (float) actions[699]);
            }
        }
    }

    @Test
    void embedGuide_loopOfContinuousEpisodes_recordsEachFromItsSeed() throws Exception {
        Path output = folder.resolve("out");
        compile(blocks(Files.readString(GUIDES.resolve("embed.md")), "java"));
        run("EpisodeAfterEpisode", output);

        long steps = 0;
        List<String> lines = Files.readAllLines(output.resolve("episode_results.jsonl"));
        assertTrue(lines.size() > 20, lines.size() + " episodes");
        try (RunReader reader = Hdf5RunReader.open(output.resolve("CentreCartTask/run_0.hdf5"))) {
            for (String text : lines) {
                JsonNode line = new ObjectMapper().readTree(text);
                EpisodeReader demo = reader.demo("demo_" + line.get("env_id").asInt());
                assertEquals(line.get("sim_env_id").asLong(), demo.attributes().get("sim_env_id"));
                assertEquals(line.get("episode_step").asLong(), demo.numSamples());
                long seed = (Long) demo.attributes().get("seed");
                assertEquals(42 + line.get("episode").asLong(), seed);
                requireCartFrom(seed, demo, line.get("status").asText().equals("success"));
                steps += demo.numSamples();
            }
        }
        assertEquals(4 * 500, steps);
    }

    @Test
    void logGuide_aLogOfThousandsOfColumns_isReadByTheirNames() throws Exception {
        String guide = Files.readString(GUIDES.resolve("record-robot-log.md"));
        Path log = folder.resolve("log.csv");
        writeLog(log, 5000, 120);
        compile(blocks(guide, "java"));
        run("RobotLog", log, folder.resolve("out"));

        assertEquals("N m (120,) 1337.119", python(blocks(guide, "python").get(0)));
        try (RunReader reader = Hdf5RunReader.open(folder.resolve("out/WalkTask/run_0.hdf5"))) {
            EpisodeReader demo = reader.demo("demo_0");
            double[] values = demo.readDoubles("obs/log");
            assertEquals(120 * 5000, values.length);
            assertEquals((float) 4999.002, (float) values[3 * 5000 - 1]);
            assertTrue(Double.isNaN(values[7 * 5000]), "the empty cell is " + values[7 * 5000]);
            assertEquals(12.119, demo.readDoubles("timestamps/robot_time_s")[119]);
        }
    }

    /** Value of column c at millisecond k: c + k / 1000; that of the first column is missing in line 7. */
    private static void writeLog(Path file, int columns, int lines) throws IOException {
        StringBuilder log = new StringBuilder("time [s]");
        for (int column = 0; column < columns; column++) {
            log.append(column == 1337 ? ",left_knee_torque [N m]" : ",value_" + column + " [rad]");
        }
        for (int line = 0; line < lines; line++) {
            log.append("\n").append(12 + line / 1000.0);
            for (int column = 0; column < columns; column++) {
                log.append(',').append(line == 7 && column == 0 ? "" : column + line / 1000.0);
            }
        }
        Files.writeString(file, log);
    }

    /** What was seen is the state before the row's action, and the last thing seen the state after all. */
    private static void requireCartFrom(long seed, EpisodeReader demo, boolean isWhole) throws IOException {
        double[] start = demo.readDoubles("initial_state/cart");
        assertEquals(new Random(seed).nextDouble() - 0.5, start[0]);
        double[] seen = demo.readDoubles("obs/position");
        double[] states = demo.readDoubles("states/cart");
        for (int row = 0; row < seen.length; row++) {
            assertEquals(row == 0 ? start[0] : states[2 * (row - 1)], seen[row], "row " + row);
        }
        if (isWhole) {
            assertEquals(states[states.length - 2], demo.readDoubles("final_obs/position")[0]);
            assertEquals(0, states[states.length - 2], 0.01);
        }
    }

    @Test
    void sinkAndMetricOfTheGuidesTakePart() throws Exception {
        compile(embedding(Files.readString(Path.of("..", "README.md"))));
        compile(blocks(Files.readString(GUIDES.resolve("own-sink.md")), "java"));
        compile(blocks(Files.readString(GUIDES.resolve("own-metric.md")), "java"));
        service("EpisodeSinkProvider", "com.example.FirstActionSinkProvider");
        service("EpisodeMetricSetProvider", "com.example.LargestActionProvider");
        Path output = folder.resolve("out");
        run("Embedding", output);

        List<String> written = Files.readAllLines(output.resolve("first_action_0.csv"));
        assertEquals(4 * 600, written.size());
        assertTrue(written.contains("2,7," + (float) Math.sin(7 / 15.0 + 2)), written.get(0));
        for (String line : Files.readAllLines(output.resolve("episode_results.jsonl"))) {
            double largest = new ObjectMapper()
                    .readTree(line)
                    .at("/metrics/largest_action")
                    .asDouble();
            assertEquals(1, largest, 0.01, line);
        }
    }

    /** The README's lines as a program that records into the folder it is given. */
    private static List<String> embedding(String readme) {
        List<String> lines = blocks(readme, "java");
        assertEquals(2, lines.size(), "blocks of Java");
        assertTrue(lines.get(0).lines().count() <= 15, lines.get(0));
        String folder = "Path.of(\"out\")";
        assertTrue(lines.get(0).contains(folder), lines.get(0));
        return List.of(Sentence.of("""
                import io.github.roboreel.format.DType;
                import io.github.roboreel.recorder.*;
                import io.github.roboreel.recorder.schema.*;
                import java.nio.file.Path;
                import java.util.Arrays;

                public class Embedding {
                    public static void main(String[] args) {
                        %s
                    }
                }
                """, lines.get(0).replace(folder, "Path.of(args[0])")));
    }

    private void service(String type, String provider) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve("io.github.roboreel.recorder.spi." + type), provider + "\n");
    }

    private void compile(List<String> sources) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("-cp", System.getProperty("java.class.path"), "-d", folder.toString(), "-proc:none"));
        for (String source : sources) {
            Matcher inPackage = PACKAGE.matcher(source);
            Path place = folder.resolve(
                    "source/" + (inPackage.find() ? inPackage.group(1).replace('.', '/') : ""));
            Matcher name = CLASS.matcher(source);
            assertTrue(name.find(), source);
            Path file = Files.createDirectories(place).resolve(name.group(1) + ".java");
            args.add(Files.writeString(file, source).toString());
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, args.toArray(String[]::new));
        assertEquals(0, status, "an example does not compile");
    }

    private void run(String program, Path... arguments) throws Exception {
        URL[] classes = {folder.toUri().toURL()};
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
            thread.setContextClassLoader(loader);
            loader.loadClass(program).getMethod("main", String[].class).invoke(null, (Object)
                    Stream.of(arguments).map(Path::toString).toArray(String[]::new));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private String python(String code) throws Exception {
        Process process = new ProcessBuilder("/usr/bin/python3", "-c", code)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return printed.strip();
    }

    private static List<String> blocks(String markdown, String language) {
        Matcher fence =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(markdown);
        List<String> blocks = fence.results().map(found -> found.group(1)).toList();
        assertTrue(!blocks.isEmpty(), "there is no " + language + " block");
        return blocks;
    }
}
