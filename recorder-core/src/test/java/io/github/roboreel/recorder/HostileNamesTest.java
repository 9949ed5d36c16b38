package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.function.Executable;

/** Names and texts from outside: carried as they are or refused in one harmless sentence. */
class HostileNamesTest {
    private static final String CONFIG = "{\"sim\":{\"dt\":0.0078125},\"decimation\":8}";
    private static final double DT_SECONDS = 0.0625;

    @Property(tries = 700)
    void aFieldPathIsAPathOfPlainNamesOrRefused(@ForAll("hostile") String path) {
        try {
            FieldSpec field = FieldSpec.step(path, DType.FLOAT32);
            assertEquals(path, field.path());
            for (String name : path.split("/", -1)) {
                assertTrue(name.matches("[A-Za-z0-9_.-]{1,255}"), name);
                assertTrue(!name.equals(".") && !name.equals(".."), name);
            }
            assertTrue(path.length() <= 1024);
        } catch (IllegalArgumentException refused) {
            assertHarmless(refused);
        }
    }

    @Property(tries = 700)
    void anEnvNameNamesOneFolderInsideTheOutputFolderOrIsRefused(@ForAll("hostile") String name) {
        Path out = Path.of("out");
        try {
            Path folder = run(out, name, "task", "go").envFolder();
            assertEquals(out, folder.getParent());
            assertEquals(folder, folder.normalize());
            assertEquals(name, folder.getFileName().toString());
            assertTrue(name.getBytes(StandardCharsets.UTF_8).length <= 200);
        } catch (IllegalArgumentException refused) {
            assertHarmless(refused);
        }
    }

    @Property(tries = 700)
    void textsSurviveTheHeaderAsTheyAreOrAreRefused(@ForAll("hostile") String text) throws IOException {
        RunSpec run;
        try {
            run = run(Path.of("out"), "Env", "task", text);
        } catch (IllegalArgumentException refused) {
            assertHarmless(refused);
            assertTrue(text.indexOf('\0') >= 0 || !isWhole(text) || text.length() > 20_000, text);
            return;
        }
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32));
        RunDescription header = new RunDescription(run, schema, Map.of());
        RunDescription again = RunDescription.parse(header.toJson(), run.folder());
        assertEquals(text, again.run().episodes().get(0).instruction());
    }

    @Property(tries = 400)
    void namesShownOnALineHoldNoControlCharacters(@ForAll("hostile") String name) {
        List<Executable> uses = List.of(
                () -> run(Path.of("out"), "Env", name, "go"),
                () -> new EpisodeInfo("go", name, 1, DT_SECONDS),
                () -> FieldSpec.step("q", DType.FLOAT32).withUnit(name),
                () -> FieldSpec.step("q", DType.FLOAT32).withFrame(name));
        boolean fine = isWhole(name)
                && name.codePoints().noneMatch(c -> c < 32 || c >= 127 && c < 160)
                && name.indexOf(0x2028) < 0
                && name.indexOf(0x2029) < 0
                && name.getBytes(StandardCharsets.UTF_8).length <= 1024;
        for (Executable use : uses) {
            if (fine) {
                try {
                    use.execute();
                } catch (Throwable e) {
                    throw new AssertionError("refused: " + e.getMessage(), e);
                }
            } else {
                assertHarmless(assertThrows(IllegalArgumentException.class, use));
            }
        }
    }

    @Property(tries = 500)
    void outcomesTakeWholeTextsOnly(@ForAll("hostile") String text) {
        if (isWhole(text)) {
            assertEquals(text, EpisodeOutcome.aborted(text).reason());
            assertEquals(text, EpisodeEvent.of(text, 1, text, 0).info());
        } else {
            assertHarmless(assertThrows(IllegalArgumentException.class, () -> EpisodeOutcome.aborted(text)));
            assertHarmless(assertThrows(IllegalArgumentException.class, () -> EpisodeEvent.of("X", 1, text, 0)));
        }
    }

    @Example
    void metadataThatNoFileCanHoldIsRefusedWhenItIsGiven() {
        Map<String, Object> itself = new HashMap<>();
        itself.put("again", itself);
        List<Map<String, Object>> bad = List.of(
                Map.of("a", new Object()),
                Map.of("a", List.of(new int[3])),
                Map.of("a", "\ud800"),
                Map.of("\udc00", 1),
                Map.of("a", "x".repeat(5000)),
                itself);
        for (Map<String, Object> metadata : bad) {
            assertHarmless(assertThrows(
                    IllegalArgumentException.class,
                    () -> EpisodeOutcome.success("").withMetadata(metadata)));
        }
        List<Object> mutable = new ArrayList<>(List.of(1, "b\0", Double.NaN));
        EpisodeOutcome outcome =
                EpisodeOutcome.success("").withMetadata(Map.of("list", mutable, "text", "x".repeat(4000)));
        mutable.clear();
        List<?> kept = (List<?>) outcome.metadata().get("list");
        assertEquals("[1, b\0, null]", kept.toString());
    }

    /** As case sensitive as HDF5 is; a folder's case is left to the file system. */
    @Example
    void fieldsThatDifferByCaseAreTwo() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("Arm", DType.FLOAT32), FieldSpec.step("arm", DType.FLOAT64));
        assertEquals(DType.FLOAT32, schema.field("Arm").spec().dtype());
        assertEquals(DType.FLOAT64, schema.field("arm").spec().dtype());
    }

    @Example
    void twoFormsOfOneNameAreNotTwoFolders() {
        String composed = "Caf\u00e9";
        String decomposed = "Cafe\u0301";
        assertNotEquals(composed, decomposed);
        assertEquals(composed, run(Path.of("out"), composed, "t", "i").envName());
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> run(Path.of("out"), decomposed, "t", "i"));
        assertTrue(refused.getMessage().contains("NFC"), refused.getMessage());
    }

    @Example
    void theResultsFileIsNoFolder() {
        assertThrows(IllegalArgumentException.class, () -> run(Path.of("out"), RunFolder.RESULTS, "t", "i"));
    }

    /** Through a whole recording: every line and log is JSON that gives the texts back. */
    @Property(tries = 30)
    void whatIsAcceptedComesBackFromTheResults(@ForAll("hostile") String text) throws IOException {
        if (!isWhole(text)) {
            return;
        }
        Path folder = Files.createTempDirectory("hostile");
        String instruction = text.replace("\0", "");
        RunSpec run = run(folder, "Env", "task", instruction);
        MemorySink sink = new MemorySink("memory", EpisodeSink.Role.DATA, run, new MemoryRuns());
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32));
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, schema).sink(sink).open()) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            env.step().put(schema.field("actions"), 1f).publish();
            env.event(EpisodeEvent.of("OWN" + text, 1, text, 0));
            EpisodeOutcome outcome = EpisodeOutcome.failure("because of " + text);
            env.end(text.length() < 500 ? outcome.withMetadata(Map.of("note", text)) : outcome)
                    .join();
        }
        JsonNode line =
                new ObjectMapper().readTree(folder.resolve(RunFolder.RESULTS).toFile());
        JsonNode log = new ObjectMapper()
                .readTree(run.envFolder().resolve("log_0_env0.json").toFile());
        assertEquals(instruction, line.get("instruction").asText());
        assertEquals("because of " + text, line.get("reason").asText());
        assertEquals(text.length() < 500 ? text : "none", line.path("note").asText("none"));
        assertEquals(text, log.get("events").get(0).get("info").asText());
        delete(folder);
    }

    @Provide
    Arbitrary<String> hostile() {
        Arbitrary<String> parts = Arbitraries.of(
                "..",
                ".",
                "/",
                "\\",
                "",
                "\0",
                "\n",
                "\u001b[2J",
                "\u2028",
                "\ud800",
                "\udc00",
                "\ud83c\udf4c",
                "caf\u00e9",
                "cafe\u0301",
                "a",
                "A",
                "_",
                "-",
                " ",
                "CON",
                "states/cube",
                "\"",
                "\u007f",
                "\u202e",
                "x".repeat(250));
        Arbitrary<String> mixed = parts.list().ofMinSize(0).ofMaxSize(6).map(list -> String.join("", list));
        Arbitrary<String> anything = Arbitraries.strings().all().ofMaxLength(20);
        Arbitrary<String> plain =
                Arbitraries.strings().withChars("abz019_-./").ofMinLength(1).ofMaxLength(12);
        Arbitrary<String> huge = Arbitraries.of("n".repeat(10_240), "\u00e9".repeat(10_240));
        return Arbitraries.frequencyOf(
                Tuple.of(6, mixed), Tuple.of(3, anything), Tuple.of(3, plain), Tuple.of(1, huge));
    }

    private static RunSpec run(Path folder, String envName, String task, String instruction) {
        return RunSpec.builder(folder, envName)
                .taskName(task)
                .episodes(List.of(new EpisodeInfo(instruction, "p", 1, DT_SECONDS)))
                .envConfigJson(CONFIG)
                .build();
    }

    private static boolean isWhole(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text);
    }

    /** One short line that does nothing to a terminal. */
    private static void assertHarmless(IllegalArgumentException refused) {
        String message = refused.getMessage();
        assertTrue(message.length() < 600, message);
        assertTrue(message.chars().noneMatch(c -> c < 32 || c >= 127 && c < 160), message);
        assertTrue(isWhole(message), message);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
