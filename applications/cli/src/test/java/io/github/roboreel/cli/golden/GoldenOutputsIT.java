package io.github.roboreel.cli.golden;

import static org.junit.jupiter.api.Assertions.assertAll;

import io.github.roboreel.cli.InProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What commands print about recordings of each kind is what they printed before, so that a change shows what else it
 * changes. What only worker processes of the dashboard answer is not among it.
 */
@Timeout(300)
class GoldenOutputsIT {
    private static final String FOLDER = "{folder}";
    private static final String MADE = "{made}";

    private static final List<Line> LINES = lines();

    /** Of a folder that holds all of them. */
    private static final List<Line> FLEET = List.of(
            new Line("report", "fleet", "report", FOLDER, "--metrics", "--quiet"),
            new Line("report-json", "fleet", "report", FOLDER, "--json", "--quiet"),
            new Line("check", "check", FOLDER + "/*"),
            new Line("check", "fleet", "check", FOLDER, "--quiet"),
            new Line("stats", "fleet", "stats", FOLDER, "--json", "--quiet", "--fields", "actions", "ee_pose/*"));

    @TempDir
    private static Path temp;

    private static GoldenFolders folders;

    /**
     * A command, the output of which goes to a golden file; those of one file follow each other.
     *
     * @param words of the command line, or of what {@link #run} does itself
     */
    private record Line(String file, String... words) {}

    private static List<Line> lines() {
        List<Line> lines = new ArrayList<>(List.of(
                new Line("report", "report", FOLDER, "--metrics", "--show-episodes"),
                new Line("report-json", "report", FOLDER, "--metrics", "--json"),
                new Line("check", "check", FOLDER, "--json"),
                new Line("stats", "stats", FOLDER, "--json", "--quiet"),
                new Line("metrics", "metrics", FOLDER, "--json"),
                new Line("inspect", "inspect", "{run}"),
                new Line("events", "events", FOLDER),
                new Line("events-json", "events", FOLDER, "--json"),
                new Line("dashboard", "dashboard", FOLDER)));
        for (String question : List.of(
                "select env_name, run, file, is_live, is_complete, demos, episodes, successes, num_samples from runs",
                "select env_name, env_id, episode, success, num_samples, score, status from episodes order by line",
                "select name, count(*) from events group by 1 order by 1",
                "select episode, count(*), max(abs(value[1])) from steps('actions') group by 1 order by 1")) {
            lines.add(new Line("sql", "sql", question, FOLDER, "--format=csv"));
        }
        lines.addAll(exchange("minari", "minari/golden/set-v0", "--root=" + MADE + "/minari", "--id=golden/set-v0"));
        lines.addAll(exchange("rlds", "rlds/set/1.0.0", "--out=" + MADE + "/rlds", "--name=set"));
        lines.addAll(exchange("lerobot", "lerobot/golden/set", "--out=" + MADE + "/lerobot", "--repo-id=golden/set"));
        lines.addAll(exchange("robomimic", "robomimic.hdf5", "--out=" + MADE + "/robomimic.hdf5"));
        return lines;
    }

    /** Makes a dataset, and records it again. */
    private static List<Line> exchange(String format, String made, String... options) {
        String dataset = MADE + "/" + made;
        String imported = MADE + "/from-" + format;
        List<String> export = new ArrayList<>(List.of("export", format, FOLDER, "--json", "--quiet"));
        export.addAll(List.of(options));
        return List.of(
                new Line("export-" + format, export.toArray(String[]::new)),
                new Line("export-" + format, "list", dataset),
                new Line(
                        "import-" + format, "import", format, dataset, "--output-dir=" + imported, "--json", "--quiet"),
                new Line("import-" + format, "report", imported, "--metrics"),
                new Line("import-" + format, "stats", imported, "--quiet", "--fields", "actions", "obs/*"),
                new Line("import-" + format, "list", imported));
    }

    @BeforeAll
    static void record() throws Exception {
        folders = GoldenFolders.record(Files.createDirectory(temp.toRealPath().resolve("lab")));
    }

    @AfterAll
    static void close() {
        folders.close();
    }

    static List<String> kinds() {
        return GoldenFolders.KINDS;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void commands_recordingOfAKind_printWhatTheyPrintedBefore(String kind) throws Exception {
        Map<String, String> places = Map.of(
                FOLDER,
                folders.folder(kind).toString(),
                "{run}",
                folders.firstRun(kind).toString(),
                MADE,
                Files.createDirectories(temp.toRealPath().resolve("made/" + kind))
                        .toString());
        requireGolden(kind, LINES, places);
    }

    @Test
    void fleetCommands_folderOfAllKinds_printWhatTheyPrintedBefore() throws Exception {
        requireGolden("fleet", FLEET, Map.of(FOLDER, folders.lab().toString()));
    }

    private static void requireGolden(String kind, List<Line> lines, Map<String, String> places) throws Exception {
        Map<String, StringBuilder> files = new LinkedHashMap<>();
        for (Line line : lines) {
            List<String> words = new ArrayList<>();
            for (String word : line.words()) {
                words.add(filledIn(word, places));
            }
            files.computeIfAbsent(line.file(), file -> new StringBuilder())
                    .append("$ ")
                    .append(String.join(" ", line.words()))
                    .append('\n')
                    .append(run(kind, words));
        }
        NormalText normal = new NormalText(folders.lab(), temp.toRealPath());
        assertAll(
                kind,
                files.entrySet().stream()
                        .map(file -> () -> new GoldenFile(kind, file.getKey())
                                .require(normal.of(file.getValue().toString()))));
    }

    private static String filledIn(String word, Map<String, String> places) {
        String filled = word;
        for (Map.Entry<String, String> place : places.entrySet()) {
            filled = filled.replace(place.getKey(), place.getValue());
        }
        return filled;
    }

    private static String run(String kind, List<String> words) throws Exception {
        return switch (words.get(0)) {
            case "list" -> MadeFiles.list(Path.of(words.get(1)));
            case "dashboard" -> DashboardAnswers.of(Path.of(words.get(1)), temp.resolve("cache-" + kind));
            default -> printed(InProcess.run(words.toArray(String[]::new)));
        };
    }

    private static String printed(InProcess done) {
        return done.out() + (done.err().isEmpty() ? "" : "stderr: " + done.err()) + done.outcome() + '\n';
    }
}
