package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fleet stats} and {@code fleet index} on recordings of the real command. */
class FleetDataIT {
    @TempDir
    private static Path shared;

    @TempDir
    private Path temp;

    private static Path root;
    private static List<String> folders;

    @BeforeAll
    static void copyTakes() throws IOException {
        root = Files.createDirectories(shared.resolve("lab"));
        folders = new ArrayList<>();
        Path[] takes = {RecordedTakes.plain(), RecordedTakes.continuous(), RecordedTakes.withImages()};
        for (int i = 0; i < takes.length; i++) {
            Path copy = root.resolve("host-" + i).resolve("take");
            Files.createDirectories(copy.getParent());
            HostileFolders.copy(takes[i], copy);
            folders.add(copy.toString());
        }
    }

    private static InProcess run(String... arguments) {
        return InProcess.run(arguments);
    }

    private static InProcess plainStats(String... options) {
        List<String> arguments = new ArrayList<>(List.of("stats"));
        arguments.addAll(folders);
        arguments.addAll(Arrays.asList(options));
        arguments.add("--quiet");
        return run(arguments.toArray(String[]::new));
    }

    private static InProcess fleetStats(String master, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("fleet", "stats", root.toString(), "--quiet", "--master=" + master));
        arguments.addAll(Arrays.asList(options));
        return run(arguments.toArray(String[]::new));
    }

    @Test
    void statisticsAreThoseOfThePlainCommand() {
        for (String[] options : List.of(
                new String[] {},
                new String[] {"--json"},
                new String[] {"--format=lerobot"},
                new String[] {"--format=tfds", "--success-only"},
                new String[] {"--json", "--episodes=0-2", "--fields", "obs/*"})) {
            InProcess plain = plainStats(options);
            assertEquals(Outcome.OK, plain.outcome(), plain.err());
            for (String master : List.of("threads[1]", "threads[3]")) {
                assertEquals(plain, fleetStats(master, options), String.join(" ", options));
            }
        }
    }

    @Test
    void notesChooseTheEpisodes(@TempDir Path noted) throws IOException {
        Path take = noted.resolve("take");
        HostileFolders.copy(RecordedTakes.plain(), take);
        Notes.write(take);
        for (String[] option : List.of(
                new String[] {"--flagged", "1"}, new String[] {"--tag=sl*", "2"}, new String[] {"--tag=late", "1"})) {
            InProcess plain = run("stats", take.toString(), "--json", "--quiet", option[0]);
            assertEquals(
                    Integer.parseInt(option[1]),
                    FormatJson.read(plain.out()).path("episodes").asInt(),
                    plain.err());
            assertEquals(plain, run("fleet", "stats", noted.toString(), "--json", "--quiet", option[0]));
            Path out = noted.resolve("out" + option[0]);
            InProcess export =
                    run("fleet", "export", "rlds", take.toString(), "--name=set", "--out=" + out, "--quiet", option[0]);
            assertEquals(Outcome.OK, export.outcome(), export.err());
            assertTrue(export.out().startsWith(option[1] + " episode"), export.out());
        }
    }

    @Test
    void aPlanKeepsWhichNotesChoose(@TempDir Path noted) throws IOException {
        Path take = noted.resolve("take");
        HostileFolders.copy(RecordedTakes.plain(), take);
        Notes.write(take);
        String plan = noted.resolve("plan.json").toString();

        run(
                "fleet",
                "plan",
                "rlds",
                take.toString(),
                "--name=set",
                "--out=" + noted.resolve("out"),
                "-o",
                plan,
                "--tag=late",
                "--quiet");
        InProcess made = run("fleet", "run", plan, "--quiet");
        InProcess committed = run("fleet", "commit", plan, "--quiet");

        assertEquals(Outcome.OK, made.outcome(), made.err());
        assertTrue(committed.out().startsWith("1 episode"), committed.out() + committed.err());
    }

    @Test
    void statisticsNameWhatIsWrong() throws IOException {
        assertEquals(
                plainStats("--fields", "obs/jont_pos").err(),
                fleetStats("threads", "--fields", "obs/jont_pos").err());
        InProcess none = fleetStats("threads", "--env-name=Nowhere");
        assertEquals(Outcome.BAD_ARGUMENTS, none.outcome());
        assertTrue(none.err().contains("no env is called 'Nowhere'; known are "), none.err());
        Path damaged = temp.resolve("lab/take");
        Files.createDirectories(damaged.getParent());
        HostileFolders.copy(RecordedTakes.plain(), damaged);
        Files.writeString(RecordedTakes.file(damaged, 1), "no HDF5");
        InProcess rest = run("fleet", "stats", damaged.getParent().toString(), "--json", "--quiet");
        assertEquals(Outcome.DATA_LOST, rest.outcome());
        assertEquals(4, FormatJson.read(rest.out()).path("episodes").asInt());
        assertTrue(rest.err().contains(RecordedTakes.file(damaged, 1) + " cannot be read"), rest.err());
    }

    @Test
    void theCatalogueIsKeptAndChoosesEpisodes() throws IOException {
        String catalog = "--catalog=" + temp.resolve("catalogue");
        InProcess first = run("fleet", "index", root.toString(), catalog, "--quiet");
        assertEquals(
                "24 episodes of 3 folders; 6 run files read, 0 unchanged\n" + temp.resolve("catalogue")
                        + "/episodes.parquet\n",
                first.out(),
                first.err());
        assertEquals(Outcome.OK, first.outcome());
        JsonNode again = FormatJson.read(run("fleet", "index", root.toString(), catalog, "--quiet", "--json")
                .out());
        assertEquals(0, again.path("run_files_read").asInt());
        assertEquals(6, again.path("run_files_unchanged").asInt());

        InProcess chosen = run("stats", catalog, "--where=success", "--json", "--quiet");
        assertEquals(plainStats("--success-only", "--json").out(), chosen.out(), chosen.err());
        InProcess one = run("stats", folders.get(0), catalog, "--where=run = 1", "--json", "--quiet");
        assertEquals(4, FormatJson.read(one.out()).path("episodes").asInt(), one.err());

        assertRefused("column \"sucess\" not found", "stats", catalog, "--where=sucess");
        assertRefused("Candidate bindings: \"success\"", "fleet", "stats", catalog, "--where=sucess");
        assertRefused("leaves no episode", "stats", catalog, "--where=steps < 0");
        InProcess lookedUp = run("stats", root.toString(), "--where=success", "--json", "--quiet");
        assertEquals(chosen, lookedUp);
        assertRefused("there is no catalogue", "fleet", "stats", "--catalog=" + temp.resolve("none"));
    }

    @Test
    void anExpressionToFilter_belowFleet_isWhereWithAWarning() {
        String take = folders.get(0);
        InProcess where = run("stats", take, "--where=run = 1", "--json", "--quiet");
        InProcess before = run("fleet", "stats", take, "--filter=run = 1", "--json", "--quiet");

        assertEquals(where.out(), before.out());
        assertEquals(
                "roboreel: --filter with an SQL expression is called --where now; write --where 'run = 1'\n",
                before.err());
        assertRefused("would be a second --where", "fleet", "stats", take, "--where=success", "--filter=not success");
        assertRefused("--filter 'not success' is no NAME=VALUE", "stats", take, "--filter=not success");
    }

    @Test
    void filter_isNameAndValueInEveryCommand() throws IOException {
        String take = folders.get(0);
        InProcess report = run("report", take, "--filter=run=1", "--json");
        InProcess stats = run("stats", take, "--filter=run=1", "--json", "--quiet");
        InProcess byEngine = run("stats", take, "--filter=run=1", "--engine=threads", "--json", "--quiet");
        InProcess export = run(
                "export", "minari", take, "--filter=run=1", "--id=lab/one-v0", "--root=" + temp, "--quiet", "--json");

        assertEquals(4, FormatJson.read(report.out()).at("/total/episodes").asInt(), report.err());
        assertEquals(4, FormatJson.read(stats.out()).path("episodes").asInt(), stats.err());
        assertEquals(stats, byEngine);
        JsonNode made = FormatJson.read(export.out());
        assertEquals(4, made.path("episodes").asInt(), export.err());
        assertEquals(4, made.at("/left_out/other_value").asInt(), export.out());
        for (String[] command : new String[][] {
            {"stats", take},
            {"stats", take, "--engine=threads"},
            {"sample", take},
            {"export", "minari", take, "--id=lab/none-v0", "--root=" + temp}
        }) {
            List<String> asked = new ArrayList<>(Arrays.asList(command));
            asked.add("--filter=runn=1");
            assertRefused("no episode has an attribute 'runn'; did you mean run", asked.toArray(String[]::new));
        }
    }

    @Test
    void where_choosesTheEpisodesOfAReportAndOfAnExportMadeWhole() throws IOException {
        String take = folders.get(0);
        InProcess report = run("report", take, "--where=run = 1", "--json");
        InProcess export = run(
                "export",
                "minari",
                take,
                "--where=run = 1",
                "--id=lab/where-v0",
                "--root=" + temp,
                "--quiet",
                "--json");

        assertEquals(run("report", take, "--filter=run=1", "--json").out(), report.out(), report.err());
        assertEquals(4, FormatJson.read(export.out()).path("episodes").asInt(), export.err());
    }

    @Test
    void anEngine_makesShards_asTheNameBelowFleetDoes() {
        String take = folders.get(0);
        String out = "--out=" + temp.resolve("by-engine");
        InProcess engine = run("export", "rlds", take, "--engine=threads", "--name=set", out, "--quiet");
        InProcess fleet = run("fleet", "export", "rlds", take, "--name=set", out, "--quiet");

        assertEquals(Outcome.OK, engine.outcome(), engine.err());
        assertTrue(engine.out().startsWith("8 episodes, "), engine.out());
        assertTrue(fleet.err().contains("exists already and is left as it is"), fleet.err());
        assertRefused(
                "--engine threads and --master local[2] contradict each other",
                "check",
                take,
                "--engine=threads",
                "--master=local[2]");
        assertRefused("needs Apache Spark, which is not installed here", "check", take, "--engine=spark");
        assertRefused(
                "is only made whole", "export", "minari", take, "--engine=threads", "--id=lab/x-v0", "--root=" + temp);
    }

    @Test
    void aFolderThatCannotBeRead_isNamedByWhereToo(@TempDir Path lab) throws IOException {
        HostileFolders.copy(RecordedTakes.plain(), lab.resolve("good"));
        HostileFolders.copy(RecordedTakes.plain(), lab.resolve("newer"));
        Path complete = lab.resolve("newer").resolve(RecordedTakes.ENV).resolve("run_complete.json");
        String text = Files.readString(complete);
        Files.writeString(complete, text.replaceFirst("\"format_version\"\\s*:\\s*\\d+", "\"format_version\":999"));

        InProcess report = run("report", lab.toString(), "--where=run = 1", "--json");

        assertEquals(Outcome.DATA_LOST, report.outcome(), report.err());
        assertEquals(4, FormatJson.read(report.out()).at("/total/episodes").asInt());
        assertTrue(report.err().contains("has format version 999"), report.err());
    }

    private static void assertRefused(String reason, String... arguments) {
        InProcess refused = run(arguments);
        assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome(), refused.err());
        assertTrue(refused.err().contains(reason), refused.err());
        assertEquals(1, refused.err().lines().count(), refused.err());
    }
}
