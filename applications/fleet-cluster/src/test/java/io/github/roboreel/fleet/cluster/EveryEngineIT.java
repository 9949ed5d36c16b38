package io.github.roboreel.fleet.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.fleet.hadoop.S3Server;
import io.github.roboreel.fleet.spark.StandaloneCluster;
import io.github.roboreel.fleet.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands print about a fleet, by Spark and from a store: what threads print about folders. */
@Tag("slow")
class EveryEngineIT {
    private static final List<String> CHECK = List.of("check", "--json");
    private static final List<String> STATS = List.of("stats", "--json");
    private static final List<List<String>> COMMANDS = List.of(
            CHECK,
            List.of("metrics", "--json"),
            List.of("report", "--show-episodes"),
            STATS,
            List.of("index", "--json"));

    @TempDir
    static Path shared;

    private static Path fleet;
    private static Map<List<String>, String> expected;

    @TempDir
    Path folder;

    @BeforeAll
    static void printByThreads() throws Exception {
        fleet = TrialFleet.make(shared.resolve("made"));
        expected =
                printed(Files.createDirectories(shared.resolve("threads")), fleet.toString(), "threads[1]", Map.of());
        assertTrue(expected.get(CHECK).contains("\"run_files\" : 2"));
        assertTrue(expected.get(STATS).contains("\"episodes\" : " + TrialFleet.EPISODES));
    }

    /** By command; the catalogue goes into the folder. */
    private static Map<List<String>, String> printed(
            Path folder, String source, String master, Map<String, String> settings)
            throws IOException, InterruptedException {
        Map<List<String>, String> printed = new LinkedHashMap<>();
        for (List<String> words : COMMANDS) {
            List<String> command = new ArrayList<>(List.of("fleet"));
            command.addAll(words);
            command.addAll(List.of(source, "--quiet", "--master=" + master));
            if (words.get(0).equals("index")) {
                command.add("--catalog=" + folder);
            }
            command.addAll(TrialFleet.options(settings));
            String text = Cli.run(folder, command);
            printed.put(words, text.replace(folder + "/", "").replace(source + "/", ""));
        }
        return printed;
    }

    private void assertSame(Map<List<String>, String> printed) {
        COMMANDS.forEach(command -> assertEquals(expected.get(command), printed.get(command), command.toString()));
    }

    private static void assertSameCatalogue(Path folder) throws IOException {
        byte[] one = Files.readAllBytes(shared.resolve("threads/episodes.parquet"));
        assertTrue(Arrays.equals(one, Files.readAllBytes(folder.resolve("episodes.parquet"))), "catalogues differ");
    }

    @Test
    void sparkInTheProcessOfTheCommandPrintsTheSame() throws Exception {
        assertSame(printed(folder, fleet.toString(), "local[2]", Map.of()));
        assertSameCatalogue(folder);
    }

    @Test
    void aClusterPrintsTheSameOfFoldersAndOfAStore(@TempDir Path scratch) throws Exception {
        try (StandaloneCluster cluster = StandaloneCluster.start(scratch, 2, 1)) {
            assertSame(printed(folder, fleet.toString(), cluster.master(), cluster.settings()));
            assertSameCatalogue(folder);
            assertStorePrintsTheSame(cluster);
        }
    }

    private void assertStorePrintsTheSame(StandaloneCluster cluster) throws Exception {
        try (S3Server server = S3Server.start(Files.createDirectories(folder.resolve("s3")))) {
            server.makeBucket("every-engine");
            Location place = Location.parse("s3a://every-engine/fleet");
            TrialFleet.upload(fleet, place, server.settings());
            Path byThreads = Files.createDirectories(folder.resolve("threads"));
            assertSame(printed(byThreads, place.text(), "threads[2]", server.settings()));
            Map<String, String> both = new HashMap<>(server.settings());
            both.putAll(cluster.settings());
            Path bySpark = Files.createDirectories(folder.resolve("spark"));
            assertSame(printed(bySpark, place.text(), cluster.master(), both));
        }
    }
}
