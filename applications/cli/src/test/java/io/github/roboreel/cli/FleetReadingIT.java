package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.GoldenFiles;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.SampleRun;
import io.github.roboreel.recorder.video.VideoSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code report}, {@code check} and {@code metrics} of many folders: the names below {@code fleet} and the number of
 * threads change nothing of what they print.
 */
class FleetReadingIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 3));

    @TempDir
    static Path lab;

    private static List<String> folders;

    @BeforeAll
    static void makesFolders() throws Exception {
        copy(RecordedTakes.plain(), lab.resolve("host-1/take"));
        copy(RecordedTakes.continuous(), lab.resolve("host-1/continuous"));
        damage(copy(RecordedTakes.plain(), lab.resolve("host-2/damaged")));
        Path noResults = copy(RecordedTakes.plain(), lab.resolve("host-2/no results"));
        Files.delete(noResults.resolve("episode_results.jsonl"));
        GoldenFiles.unpack(GoldenFiles.FIRST, "killed", lab.resolve("host-2/killed"));
        ExampleFolders.make(lab.resolve("host-3/foreign"), "--foreign");
        Path legacy = ExampleFolders.make(lab.resolve("host-3/legacy"), "--legacy");
        Files.delete(legacy.resolve(ExampleFolders.ENV).resolve("log_2.json"));
        Files.delete(videos(record(lab.resolve("host-4/videos"))).get(0));
        try (Stream<Path> found = Files.walk(lab, 2)) {
            folders = found.filter(path -> lab.relativize(path).getNameCount() == 2)
                    .sorted()
                    .map(Path::toString)
                    .toList();
        }
        assertEquals(8, folders.size(), folders.toString());
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                if (Files.isRegularFile(file)) {
                    Files.copy(file, target);
                }
            }
        }
        return to;
    }

    private static void damage(Path folder) throws IOException {
        Path run = RecordedTakes.file(folder, 1);
        byte[] bytes = Files.readAllBytes(run);
        Random random = new Random(3);
        for (int i = 0; i < 40; i++) {
            bytes[20_000 + random.nextInt(bytes.length - 20_000)] ^= (byte) 0xff;
        }
        Files.write(run, bytes);
        Path cut = RecordedTakes.file(folder, 0);
        Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(cut), 100_000));
    }

    private static Path record(Path folder) {
        InProcess recorded = InProcess.run(
                "record",
                "--num-envs=2",
                "--camera-size=64x48",
                "--max-steps=12",
                "--quiet",
                "--output-dir=" + folder.getParent(),
                "--output-folder-name=" + folder.getFileName());
        assertEquals(Outcome.OK, recorded.outcome(), recorded.err());
        return folder;
    }

    private static List<Path> videos(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".mp4")).sorted().toList();
        }
    }

    private static InProcess assertSame(List<String> named, String command, String... options) {
        InProcess plain = run(List.of(command), named, options);
        InProcess fleet = run(List.of("fleet", command), named, options);
        assertEquals(plain.out(), fleet.out());
        assertEquals(plain.err(), fleet.err());
        assertEquals(plain.outcome(), fleet.outcome());
        return fleet;
    }

    private static InProcess run(List<String> command, List<String> named, String... options) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(named);
        if (command.contains("fleet")) {
            arguments.addAll(List.of("--quiet", "--master=threads[1]"));
        }
        arguments.addAll(List.of(options));
        return InProcess.run(arguments.toArray(String[]::new));
    }

    @Test
    void checkFindsTheSame() {
        InProcess text = assertSame(folders, "check");
        assertEquals(Outcome.DATA_LOST, text.outcome());
        assertTrue(text.out().contains("run_1.hdf5, data/demo_"), text.out());
        assertTrue(text.out().contains("run_0.hdf5: is truncated: "), text.out());
        assertTrue(text.out().contains("was not closed by its recorder, and no running process"), text.out());
        assertTrue(text.out().contains(".mp4: is missing"), text.out());
        assertTrue(text.out().contains("log_2.json: is missing"), text.out());
        assertSame(folders, "check", "--json");
        assertSame(folders, "check", "--arm-joints=5");
    }

    @Test
    void aFolderAboveStandsForThoseInItByPath() {
        InProcess fleet = run(List.of("fleet", "check"), List.of(lab.toString()));
        assertEquals(run(List.of("check"), folders).out(), fleet.out());
    }

    @Test
    void namesStayRelative() {
        Path here = Path.of("").toAbsolutePath();
        List<String> relative = folders.stream()
                .map(folder -> here.relativize(Path.of(folder)).toString())
                .toList();
        InProcess check = assertSame(relative, "check");
        assertFalse(check.out().contains(": " + lab), check.out());
        assertSame(relative, "metrics", "--json");
        assertSame(relative, "report", "--show-episodes", "--json");
    }

    @Test
    void metricsAreTheSameToTheLastDigit() {
        assertEquals(Outcome.DATA_LOST, assertSame(folders, "metrics").outcome());
        String lines = assertSame(folders, "metrics", "--json").out();
        assertTrue(lines.lines().count() > 20, lines);
        assertSame(folders, "metrics", "--json", "--joint-target-columns=none");
    }

    @Test
    void metricsAreWrittenTheSame(@TempDir Path copies) throws IOException {
        Path one = copy(RecordedTakes.plain(), copies.resolve("one/take"));
        Path other = copy(RecordedTakes.plain(), copies.resolve("other/take"));
        String[] options = {"--write", "--articulation=robot", "--joint-target-columns=none"};

        InProcess plain = run(List.of("metrics"), List.of(one.toString()), options);
        InProcess fleet = run(List.of("fleet", "metrics"), List.of(other.toString()), options);

        assertEquals(plain.out(), fleet.out());
        assertTrue(fleet.err().contains("wrote the metrics of 8 lines of " + other), fleet.err());
        String written = Files.readString(other.resolve("episode_results.jsonl"));
        assertEquals(Files.readString(one.resolve("episode_results.jsonl")), written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--by=task",
                "--by-attributes",
                "--by-difficulty",
                "--by-instruction-type",
                "--by-wrong-objects",
                "--by-policy",
                "--by-scene",
                "--interval=equal-tailed",
                "--exclude-containers"
            })
    void reportsAreTheSame(String option) {
        assertSame(folders, "report", option, "--metrics", "--show-episodes", "--verbose", "--timing", "--events");
        assertSame(folders, "report", option, "--json", "--show-episodes");
        assertSame(folders, "report", option, "--csv", "--metrics", "--show-episodes");
    }

    @Test
    void filtersAreTheSame() {
        assertSame(folders, "report", "--success-only", "--env-name=" + RecordedTakes.ENV);
        InProcess none = assertSame(folders, "report", "--policy=nobody");
        assertEquals(Outcome.BAD_ARGUMENTS, none.outcome());
        assertTrue(none.err().contains("no episode has policy nobody"), none.err());
    }

    @ParameterizedTest
    @CsvSource({
        "--flagged, 1",
        "--tag=slip, 2",
        "--tag=l?te, 1",
        "--status=truncated, 8",
        "--success=true, 8",
        "--metric=ee_path_length:0:, 16",
        "--max-steps=130, 16"
    })
    void notesAndConditionsChooseTheSame(String option, int episodes, @TempDir Path noted) throws IOException {
        Path take = Notes.write(copy(RecordedTakes.plain(), noted.resolve("take")));
        List<String> both = List.of(take.toString(), RecordedTakes.plain().toString());

        InProcess report = assertSame(both, "report", option, "--json");

        assertEquals(Outcome.OK, report.outcome(), report.err());
        assertEquals(
                episodes, FormatJson.read(report.out()).at("/total/episodes").asInt());
    }

    @Test
    void aRecordingThatGoesOnIsReadAlong(@TempDir Path live) {
        RecorderConfig config =
                RecorderConfig.builder().set(VideoSettings.MODE, "none").build();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(SampleRun.of(live, 0, 2), SCHEMA)
                .config(config)
                .open()) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            for (int step = 0; step < 40; step++) {
                env.step()
                        .put(SCHEMA.field("actions"), new float[] {step, 0, 1})
                        .publish();
            }

            InProcess check = assertSame(List.of(live.toString()), "check");

            assertTrue(check.out().contains("is being recorded now"), check.out());
            assertSame(List.of(live.toString()), "metrics", "--json");
        }
    }

    @Test
    void aFolderThatIsTooNewIsNamedAndTheOthersAreRead(@TempDir Path newer) throws IOException {
        Path folder = copy(RecordedTakes.plain(), newer.resolve("take"));
        Path complete = folder.resolve(RecordedTakes.ENV).resolve("run_complete.json");
        String given = Files.readString(complete);
        Files.writeString(complete, given.replaceFirst("\"format_version\"\\s*:\\s*\\d+", "\"format_version\":999"));
        List<String> both = List.of(folder.toString(), RecordedTakes.plain().toString());

        InProcess check = run(List.of("fleet", "check"), both);

        assertEquals(Outcome.DATA_LOST, check.outcome());
        assertTrue(check.out().contains("run_complete.json: has format version 999"), check.out());
        assertTrue(check.out().contains("ok: " + RecordedTakes.plain()), check.out());
        assertSame(both, "report");
        InProcess metrics = run(List.of("fleet", "metrics"), both, "--json");
        assertEquals(9, metrics.out().lines().count(), metrics.out());
        assertTrue(metrics.err().contains("has format version 999"), metrics.err());
    }
}
