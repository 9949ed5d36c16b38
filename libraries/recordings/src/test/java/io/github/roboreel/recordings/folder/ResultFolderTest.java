package io.github.roboreel.recordings.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunComplete;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EnvFolder.VideoFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFolderTest {
    @TempDir
    Path folder;

    private Path results;

    @BeforeEach
    void namesTheResults() {
        results = folder.resolve("episode_results.jsonl");
    }

    @Test
    void keepsAllFieldsOfALine() throws IOException {
        write(
                results,
                "{\"env_name\": \"A\", \"episode\": 3, \"run\": 1, \"env_id\": 1, \"success\": true,"
                        + " \"lighting_color\": [0.1, 1e-7], \"score\": 0.10000000149011612}\n");

        EpisodeRecord line = open().episodes().get(0);

        assertEquals(
                "{\"env_name\":\"A\",\"episode\":3,\"run\":1,\"env_id\":1,\"success\":true,"
                        + "\"lighting_color\":[0.1,1.0E-7],\"score\":0.10000000149011612}",
                line.json().toString());
        line.json().put("env_name", "changed");
        assertEquals("A", line.envName());
        assertEquals(List.of(), open().problems());
    }

    @Test
    void takesBareNonFiniteNumbersForAbsent() throws IOException {
        write(
                results,
                "{\"env_name\": \"A\", \"episode\": 0, \"success\": null, \"score\": NaN,"
                        + " \"metrics\": {\"ee_sparc\": -Infinity, \"ee_isj\": Infinity,"
                        + " \"joint_isj\": 2.5}}\n");

        ResultFolder read = open();
        EpisodeRecord line = read.episodes().get(0);

        assertEquals(OptionalDouble.empty(), line.score());
        assertEquals(Optional.empty(), line.success());
        assertEquals(OptionalDouble.empty(), read.metric(line, "ee_sparc"));
        assertEquals(OptionalDouble.empty(), read.metric(line, "ee_isj"));
        assertEquals(OptionalDouble.of(2.5), read.metric(line, "joint_isj"));
        assertEquals(List.of(), read.problems());
    }

    @Test
    void skipsBlankLinesAndAMarkAtTheBeginning() throws IOException {
        write(results, "\uFEFF{\"env_name\": \"A\", \"episode\": 0}\r\n\n  \n{\"env_name\": \"B\"}");

        ResultFolder read = open();

        assertEquals(List.of("A", "B"), names(read));
        assertEquals(4, read.episodes().get(1).line());
        assertEquals(List.of(), read.problems());
    }

    @Test
    void reportsWhatIsNoEpisodeAndReadsTheRest() throws IOException {
        write(
                results,
                "{\"env_name\": \"A\", \"episode\": 0}\n"
                        + "garbage\n"
                        + "[1, 2]\n"
                        + "{\"episode\": 1}\n"
                        + "{\"env_name\": \"A\", \"epi{\"env_name\": \"A\", \"episode\": 2}\n"
                        + "\0\0\0\n"
                        + "{\"env_name\": \"A\", \"episode\": 3}\n");

        ResultFolder read = open();

        assertEquals(
                List.of(1, 7), read.episodes().stream().map(EpisodeRecord::line).toList());
        assertEquals(
                List.of(2, 3, 4, 5, 6),
                read.problems().stream().map(FileFault::line).toList());
        assertTrue(read.problems().stream().allMatch(FileFault::isLeftOut));
        String text = read.problems().get(0).text();
        assertTrue(text.startsWith(results + ", line 2 is not JSON"), text);
        assertTrue(text.contains("roboreel rebuild"), text);
    }

    @Test
    void reportsATornLastLine() throws IOException {
        write(results, "{\"env_name\": \"A\", \"episode\": 0}\n{\"env_name\": \"A\", \"ep");

        ResultFolder read = open();

        assertEquals(List.of("A"), names(read));
        assertEquals(1, read.problems().size());
        assertEquals(2, read.problems().get(0).line());
        assertTrue(read.problems().get(0).text().contains("is torn"));
    }

    @Test
    void readsALastLineThatOnlyLacksItsEnd() throws IOException {
        write(results, "{\"env_name\": \"A\", \"episode\": 0}");

        assertEquals(List.of("A"), names(open()));
        assertEquals(List.of(), open().problems());
    }

    @Test
    void doubtsARepeatedFieldAndAStrangeVerdict() throws IOException {
        write(
                results,
                "{\"env_name\": \"A\", \"episode\": 0, \"score\": 0.25, \"score\": 0.5}\n"
                        + "{\"env_name\": \"A\", \"episode\": 1, \"success\": \"yes\"}\n");

        ResultFolder read = open();

        assertEquals(OptionalDouble.of(0.5), read.episodes().get(0).score());
        assertEquals(Optional.empty(), read.episodes().get(1).success());
        assertEquals(
                List.of(1, 2), read.problems().stream().map(FileFault::line).toList());
        assertTrue(read.problems().stream().noneMatch(FileFault::isLeftOut));
        assertTrue(read.problems().get(1).text().contains("success \"yes\""));
    }

    @Test
    void keepsRepeatedEpisodesAndSaysSoOnce() throws IOException {
        String line = "{\"env_name\": \"A\", \"episode\": 7}\n";
        write(results, line + "{\"env_name\": \"B\", \"episode\": 7}\n" + line + line);

        ResultFolder read = open();

        assertEquals(List.of("A", "B", "A", "A"), names(read));
        assertEquals(1, read.problems().size());
        String text = read.problems().get(0).text();
        assertTrue(text.contains("line 3 repeats episode 7 of A, which line 1 holds too"), text);
        assertTrue(text.contains("repeat an episode: 2"), text);
    }

    @Test
    void neverMergesTheLegacyFile() throws IOException {
        write(folder.resolve("episode_results.json"), "[{\"env_name\": \"old\"}]");
        assertEquals(List.of("old"), names(open()));

        write(results, "{\"env_name\": \"new\"}\n");
        assertEquals(List.of("new"), names(open()));
    }

    @Test
    void readsTheWholeElementsOfABrokenArray() throws IOException {
        write(
                folder.resolve("episode_results.json"),
                "[{\"env_name\": \"A\", \"score\": NaN},\n {\"env_name\": \"B\"}, {\"env_na");

        ResultFolder read = open();

        assertEquals(List.of("A", "B"), names(read));
        assertEquals(1, read.problems().size());
        assertTrue(read.problems().get(0).text().contains("after episode 2 of its array"));
    }

    @Test
    void aFileWithoutAnArrayHoldsNoEpisode() throws IOException {
        write(folder.resolve("episode_results.json"), "{\"results\": []}");
        assertTrue(open().problems().get(0).text().contains("line 1 is no episode"));

        write(folder.resolve("episode_results.json"), "");
        assertEquals(List.of(), open().episodes());
    }

    @Test
    void derivesRunAndEnvWhereOldLinesLackThem() throws IOException {
        env("A", "{\"num_envs\": 3}");
        write(
                results,
                "{\"env_name\": \"A\", \"episode\": 5, \"run_name\": \"A_1\"}\n"
                        + "{\"env_name\": \"A\", \"episode\": 5, \"run\": \"1\"}\n"
                        + "{\"env_name\": \"B\", \"episode\": 5}\n"
                        + "{\"env_name\": \"A\"}\n");

        List<EpisodeRecord> lines = open().episodes();

        assertEquals(OptionalInt.of(1), lines.get(0).run());
        assertEquals(OptionalInt.of(2), lines.get(0).envId());
        assertEquals(OptionalInt.of(1), lines.get(1).run());
        assertEquals(OptionalInt.of(2), lines.get(1).envId());
        assertEquals(OptionalInt.of(5), lines.get(2).run());
        assertEquals(OptionalInt.of(0), lines.get(2).envId());
        assertEquals(OptionalInt.empty(), lines.get(3).run());
    }

    @Test
    void takesMetricsFromTheLineThenFromTheSideFile() throws IOException {
        write(
                results,
                "{\"env_name\": \"A\", \"episode\": 0, \"ee_sparc\": -3,"
                        + " \"metrics\": {\"ee_sparc\": -4, \"ee_isj\": 4}}\n");
        write(
                folder.resolve("episode_metrics.json"),
                "[{\"env_name\": \"A\", \"episode\": 0, \"ee_sparc\": -5, \"ee_isj\": 5,"
                        + " \"joint_isj\": 6, \"duration\": 7}]");

        ResultFolder read = open();
        EpisodeRecord line = read.episodes().get(0);

        assertEquals(OptionalDouble.of(-3), read.metric(line, "ee_sparc"));
        assertEquals(OptionalDouble.of(4), read.metric(line, "ee_isj"));
        assertEquals(OptionalDouble.of(6), read.metric(line, "joint_isj"));
        assertEquals(OptionalDouble.of(7), read.durationSeconds(line));
    }

    @Test
    void multipliesStepsByTheConfiguredTimeStepWhereTheDurationIsMissing() throws IOException {
        env("A", "{\"sim\": {\"dt\": 0.005}, \"decimation\": 4}");
        write(
                results,
                "{\"env_name\": \"A\", \"episode_step\": 50, \"dt\": 1}\n"
                        + "{\"env_name\": \"B\", \"episode_step\": 50, \"dt\": 1}\n"
                        + "{\"env_name\": \"B\", \"episode_step\": 50}\n");

        ResultFolder read = open();

        assertEquals(
                List.of(OptionalDouble.of(1.0), OptionalDouble.of(50.0), OptionalDouble.empty()),
                read.episodes().stream().map(read::durationSeconds).toList());
    }

    @Test
    void readsAnEnvWhoseConfigurationIsBroken() throws IOException {
        env("A", "{\"sim\": ");

        ResultFolder read = open();

        assertEquals(1 / 15.0, read.env("A").orElseThrow().dtSecondsOrDefault());
        assertEquals(1, read.problems().size());
        assertTrue(read.problems().get(0).text().contains("env_cfg.json is not JSON"));
    }

    @Test
    void sortsTheFilesOfAnEnvByTheirNames() throws IOException {
        Path env = env("A", "{}");
        for (String name : List.of(
                "run_10.hdf5",
                "run_2.hdf5",
                "run_2.staging",
                "data.hdf5",
                "log_2_env1.json",
                "log_2_env0.json",
                "log_4.json",
                "Put_it_2_env1.mp4",
                "Put_it_2_env1_viewport.mp4",
                "漢字_0.mp4",
                "x_2_env0__wrist.mp4")) {
            Files.writeString(env.resolve(name), "");
        }

        EnvFolder read = open().env("A").orElseThrow();

        assertEquals(
                List.of(OptionalInt.of(2), OptionalInt.of(10), OptionalInt.empty()),
                read.runs().stream().map(RunFile::run).toList());
        assertEquals(
                List.of("log_2_env0.json", "log_2_env1.json", "log_4.json"),
                read.logs().stream().map(l -> l.path().getFileName().toString()).toList());
        VideoFile lone = read.videos().get(0);
        assertEquals("漢字", lone.stem());
        assertEquals(OptionalInt.empty(), lone.envId());
        VideoFile wrist = read.videos().get(1);
        assertEquals(Optional.of("wrist"), wrist.camera());
        VideoFile viewport = read.videos().get(3);
        assertEquals("Put_it", viewport.stem());
        assertEquals(OptionalInt.of(1), viewport.envId());
        assertTrue(viewport.isViewport());
    }

    @Test
    void readsWhatTheRecorderPromised() throws IOException {
        Path env = env("A", "{}");
        write(
                env.resolve("run_complete.json"),
                "{\"format_version\": 1, \"num_envs\": 4, \"num_runs\": 2,"
                        + " \"video_mode\": \"sensor\", \"seed\": 42,"
                        + " \"instruction_type\": \"vague\", \"later\": []}");

        EnvFolder read = open().env("A").orElseThrow();

        RunComplete promise = read.runComplete().orElseThrow();
        assertEquals(4, promise.numEnvs());
        assertEquals(2, promise.numRuns());
        assertEquals("sensor", promise.videoMode());
        assertEquals(1, promise.formatVersion());
    }

    @Test
    void refusesAnEnvNameThatLeadsOutOfTheFolder() throws IOException {
        write(
                results,
                "{\"env_name\": \"../A\"}\n{\"env_name\": \"..\"}\n{\"env_name\": \"/A\"}\n"
                        + "{\"env_name\": \"\"}\n{\"env_name\": \"a\\u0000\"}\n"
                        + "{\"env_name\": \"..A 漢\"}\n");

        assertEquals(List.of("..A 漢"), names(open()));
        assertEquals(
                List.of(1, 2, 3, 4, 5),
                open().problems().stream().map(FileFault::line).toList());
    }

    @Test
    void anEmptyFolderIsEmpty() throws IOException {
        ResultFolder read = open();

        assertTrue(read.isEmpty());
        assertEquals(Optional.empty(), read.resultsFile());
        assertThrows(IOException.class, () -> ResultFolder.open(folder.resolve("nowhere")));
    }

    private ResultFolder open() throws IOException {
        return ResultFolder.open(folder);
    }

    private static List<String> names(ResultFolder read) {
        return read.episodes().stream().map(EpisodeRecord::envName).toList();
    }

    private Path env(String name, String config) throws IOException {
        Path env = Files.createDirectories(folder.resolve(name));
        write(env.resolve("env_cfg.json"), config);
        return env;
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
    }

    @Test
    void aPipeIsNamedAndNotRead() throws Exception {
        Path env = env("A", "{}");
        for (Path pipe : List.of(
                env.resolve("run_complete.json"), env.resolve("run_0.hdf5"), env.resolve("log_0_env0.json"), results)) {
            assertEquals(
                    0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        }

        ResultFolder read = open();

        assertEquals(List.of(), read.env("A").orElseThrow().logs());
        assertEquals(
                List.of(
                        env.resolve("log_0_env0.json"),
                        env.resolve("run_0.hdf5"),
                        env.resolve("run_complete.json"),
                        results),
                read.problems().stream().map(FileFault::file).toList());
        assertTrue(read.problems().stream().allMatch(FileFault::isLeftOut));
        assertTrue(read.problems().get(0).text().contains("is no regular file"));
    }

    @Test
    void aPipeForTheConfigurationIsNamedAndNotRead() throws Exception {
        Path env = Files.createDirectory(folder.resolve("A"));
        Path pipe = env.resolve("env_cfg.json");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());

        ResultFolder read = open();

        assertTrue(read.env("A").orElseThrow().config().isMissingNode());
        assertEquals(
                List.of(pipe), read.problems().stream().map(FileFault::file).toList());
    }

    @Test
    void aLineThatIsNotUtf8IsLeftOut() throws Exception {
        Files.write(
                results,
                "{\"env_name\": \"A\", \"x\": \"\u00e9\"}\n{\"env_name\": \"B\"}\n"
                        .getBytes(StandardCharsets.ISO_8859_1));

        ResultFolder read = open();

        assertEquals(List.of("B"), names(read));
        assertTrue(read.problems().get(0).isLeftOut());
        assertEquals(1, read.problems().get(0).line());
        assertTrue(read.problems().get(0).text().contains("has bytes that are not UTF-8"));
    }
}
