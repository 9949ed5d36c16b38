package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.Mutation;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulator.TaskDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** YAML and JSON that was damaged, or made to harm. */
class HostileTextTest {
    private static final long SEED = Long.getLong("roboreel.fuzz.seed", 20_261_121);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Path CONFIG = InProcess.HOME.resolve("config");

    @TempDir
    Path folder;

    @Test
    void damagedYamlIsReadOrRefusedInASentence() throws Exception {
        damageYaml(SEED, 300);
    }

    @Test
    @Tag("slow")
    void muchDamagedYamlIsReadOrRefusedInASentence() throws Exception {
        damageYaml(SEED + 300, 10_000);
    }

    private void damageYaml(long first, int cases) throws Exception {
        List<Path> files = yamlFiles();
        for (long seed = first; seed < first + cases; seed++) {
            Random random = new Random(seed);
            Path source = files.get(random.nextInt(files.size()));
            Path file = folder.resolve("damaged.yaml");
            Files.write(file, new Mutation(random).of(Files.readAllBytes(source), true));
            requireSentence(reader(source), file, "seed " + seed + " of " + source);
        }
    }

    private static List<Path> yamlFiles() throws IOException {
        try (Stream<Path> all = Files.walk(CONFIG)) {
            return all.filter(p -> p.toString().endsWith(".yaml")).sorted().toList();
        }
    }

    private static Consumer<Path> reader(Path source) {
        return switch (source.getParent().getFileName().toString()) {
            case "schema" -> FieldSchema::load;
            case "tasks" -> TaskDefinition::load;
            default -> file -> RecorderConfig.builder().file(file).build();
        };
    }

    private static void requireSentence(Consumer<Path> reader, Path file, String what) {
        assertTimeoutPreemptively(LONG, () -> {
            try {
                reader.accept(file);
            } catch (ConfigException e) {
                assertTrue(e.getMessage().contains(file.toString()), what + ": " + e);
            } catch (RuntimeException | Error e) {
                boolean isOurs = e.getClass().getName().startsWith("io.github.roboreel")
                        || e instanceof IllegalArgumentException;
                assertTrue(isOurs, () -> what + " ends in " + e);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: &a [x, x, x, x, x, x, x, x, x]\n"
                        + "b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
                        + "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\n"
                        + "d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\n"
                        + "fields: [*d, *d, *d, *d, *d, *d, *d, *d, *d]\n",
                "fields: &a [*a]\n",
                "fields: !!javax.script.ScriptEngineManager [!!java.net.URL [\"http://x\"]]\n",
                "fields: 1\nfields: 2\n",
                "fields:\u0000\n",
                "\uFEFF? [\n",
                "fields: " + "1e999999999\n",
                "--- a\n--- b\n"
            })
    void yamlThatIsMadeToHarmIsRefused(String text) throws Exception {
        Path file = folder.resolve("evil.yaml");
        Files.writeString(file, text);
        for (String kind : List.of("schema", "tasks", "config")) {
            requireSentence(reader(Path.of(kind, "x.yaml")), file, kind + " " + text);
        }
    }

    @Test
    void deepYamlIsRefused() throws Exception {
        Path file = folder.resolve("deep.yaml");
        Files.writeString(file, "fields: " + "[".repeat(100_000));
        requireSentence(FieldSchema::load, file, "deep");
        Files.writeString(file, "{a: ".repeat(100_000));
        requireSentence(FieldSchema::load, file, "deep mapping");
    }

    @Test
    void jsonThatIsMadeToHarmIsNamedAndTheRestIsRead() throws Exception {
        Path output = ExampleFolders.make(folder.resolve("output"));
        Path env = output.resolve(ExampleFolders.ENV);
        Path results = output.resolve("episode_results.jsonl");
        String good = Files.readString(results);
        Files.writeString(
                results,
                "\uFEFF"
                        + good
                        + "[".repeat(200_000)
                        + "\n{\"env_name\":\"x\",\"run\":"
                        + "9".repeat(100_000)
                        + "}\n{\"env_name\":\"x\",\"run\":1e999999999,\"run\":0}\n"
                        + "\u0000\u0000\u0000\n"
                        + "{\"env_name\":\"x\"".repeat(3)
                        + "\n");
        Files.writeString(env.resolve("env_cfg.json"), "{\"a\":".repeat(100_000));
        Files.write(env.resolve("log_0_env0.json"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 0});
        Watched watched = new Watched();

        InProcess report = watched.run("report", List.of(output), "--show-episodes");
        InProcess check = watched.run("check", List.of(output));
        watched.run("events", List.of(output));
        watched.run("rebuild", output.toString(), "--dry-run");

        assertEquals("", watched.defects());
        assertEquals(Outcome.DATA_LOST, report.outcome());
        long lines = good.lines().count();
        assertTrue(report.err().contains("line " + (lines + 1) + " "), report.err());
        assertTrue(report.err().contains("env_cfg.json"), report.err());
        assertTrue(report.out().contains(ExampleFolders.ENV), report.out());
        assertTrue(check.out().contains("log_0_env0.json"), check.out());
    }

    @Test
    void aLineOfTwoHundredMegabytesIsNamedAndTheRestIsRead() throws Exception {
        Path output = ExampleFolders.make(folder.resolve("output"));
        Path results = output.resolve("episode_results.jsonl");
        byte[] good = Files.readAllBytes(results);
        byte[] megabyte = "x".repeat(1 << 20).getBytes();
        try (var out = Files.newOutputStream(results)) {
            out.write('"');
            for (int i = 0; i < 200; i++) {
                out.write(megabyte);
            }
            out.write("\"\n".getBytes());
            out.write(good);
        }

        Watched watched = new Watched();
        InProcess report = watched.run("report", List.of(output), "--show-episodes");

        assertEquals("", watched.defects());
        assertEquals(Outcome.DATA_LOST, report.outcome());
        assertTrue(report.err().contains("episode_results.jsonl, line 1 "), report.err());
        assertTrue(report.out().contains(ExampleFolders.ENV), report.out());
    }

    @Test
    void aFileFullOfTokensDoesNotFillTheMemory() throws Exception {
        Path output = ExampleFolders.make(folder.resolve("output"));
        Path config = output.resolve(ExampleFolders.ENV).resolve("env_cfg.json");
        byte[] objects = "{},".repeat(1 << 18).getBytes();
        try (var out = Files.newOutputStream(config)) {
            out.write('[');
            for (int i = 0; i < 100; i++) {
                out.write(objects);
            }
            out.write("{}]".getBytes());
        }

        Watched watched = new Watched();
        InProcess report = watched.run("report", List.of(output));

        assertEquals("", watched.defects());
        assertEquals(Outcome.DATA_LOST, report.outcome());
        assertTrue(report.err().contains("env_cfg.json"), report.err());
    }
}
