package io.github.roboreel.fleet.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.fleet.cluster.WatchedExport.Moment;
import io.github.roboreel.fleet.hadoop.S3Server;
import io.github.roboreel.fleet.spark.StandaloneCluster;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exports by every engine, into every storage, and beside processes that are killed: the same dataset each time, which
 * a script that shares no code with the exporter counts.
 */
@Tag("slow")
class ExactlyOnceIT {
    private static final int ROUNDS = Integer.getInteger("fleet.kills", 4);
    private static final long SEED = Long.getLong("fleet.kills.seed", 17);
    private static final int MAX_SHARDS = 20;
    private static final int MIN_SHARDS = 12;
    private static final int PROCESSES = 3;

    @TempDir
    static Path shared;

    private static Path fleet;
    private static String undisturbed;
    private static int shards;
    private static StandaloneCluster cluster;

    @TempDir
    Path folder;

    /** What is killed. */
    private enum Victim {
        EXECUTOR,
        WORKER,
        DRIVER
    }

    @BeforeAll
    static void exportUndisturbed() throws Exception {
        fleet = TrialFleet.make(shared.resolve("made"));
        Path out = shared.resolve("undisturbed");
        JsonNode printed = new JsonMapper().readTree(Cli.run(shared, export(out.toString(), "threads[1]", Map.of())));
        shards = printed.get("shards").asInt();
        assertTrue(shards >= MIN_SHARDS && shards <= MAX_SHARDS, printed.toString());
        undisturbed = counted(out);
        cluster = StandaloneCluster.start(Files.createDirectories(shared.resolve("spark")), 2, 1);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static List<String> export(String out, String master, Map<String, String> settings) {
        return command("export", fleet.toString(), out, master, settings);
    }

    private static List<String> command(
            String verb, String source, String out, String master, Map<String, String> settings) {
        List<String> command = new ArrayList<>(List.of("fleet", verb, "rlds", source, "--out=" + out, "--name=set"));
        command.addAll(List.of("--split=train=0.9,val=0.1", "--shuffle=7", "--shard-bytes=400KiB"));
        command.addAll(List.of("--master=" + master, "--quiet", "--json"));
        command.addAll(TrialFleet.options(settings));
        return command;
    }

    /** The digest of a dataset that has each episode once, beside which nothing is. */
    private static String counted(Path out) throws Exception {
        try (Stream<Path> beside = Files.list(out.resolve("set"))) {
            assertEquals(
                    List.of("1.0.0"),
                    beside.map(path -> path.getFileName().toString()).toList());
        }
        return digest(out.resolve("set/1.0.0"));
    }

    private static String digest(Path dataset) throws Exception {
        JsonNode found = new JsonMapper().readTree(Cli.script("check_fleet.py", dataset, fleet));
        assertEquals(TrialFleet.EPISODES, found.get("source_episodes").asInt(), found.toString());
        assertEquals(TrialFleet.EPISODES, found.get("episodes").asInt(), found.toString());
        assertEquals(0, found.get("not_counted").asInt(), found.toString());
        return found.get("digest").asText();
    }

    @Test
    void sparkInTheProcessOfTheCommandMakesTheSame() throws Exception {
        for (String master : List.of("local[1]", "local[2]")) {
            Path out = folder.resolve(master);
            Cli.run(folder, export(out.toString(), master, Map.of()));
            assertEquals(undisturbed, counted(out), master);
        }
    }

    @Test
    void processesThatKnowNothingOfEachOtherMakeTheSame() throws Exception {
        Path out = folder.resolve("out");
        Path plan = folder.resolve("plan.json");
        List<String> planning =
                new ArrayList<>(command("plan", fleet.toString(), out.toString(), "threads[1]", Map.of()));
        planning.addAll(List.of("-o", plan.toString()));
        Cli.run(folder, planning);
        List<Cli> ranks = new ArrayList<>();
        try {
            for (int rank = 0; rank < PROCESSES; rank++) {
                List<String> run = List.of("--rank=" + rank, "--world=" + PROCESSES, "--master=threads[1]");
                List<String> arguments = new ArrayList<>(List.of("fleet", "run", plan.toString(), "--quiet"));
                arguments.addAll(run);
                ranks.add(Cli.start(folder, arguments));
            }
            for (Cli rank : ranks) {
                rank.awaitSuccess();
            }
        } finally {
            for (Cli rank : ranks) {
                rank.close();
            }
        }
        Cli.run(folder, List.of("fleet", "commit", plan.toString(), "--quiet", "--master=threads[1]"));
        assertEquals(undisturbed, counted(out));
    }

    @Test
    void anObjectStoreHoldsTheSameAndGivesTheSame() throws Exception {
        try (S3Server server = S3Server.start(Files.createDirectories(folder.resolve("s3")))) {
            server.makeBucket("exactly-once");
            Map<String, String> store = server.settings();
            Location bucket = Location.parse("s3a://exactly-once/lab");
            TrialFleet.upload(fleet, bucket.child("fleet"), store);
            String source = bucket.child("fleet").text();

            Path out = folder.resolve("out");
            Cli.run(folder, command("export", source, out.toString(), "threads[2]", store));
            assertEquals(undisturbed, counted(out), "from the store into a folder");

            Map<String, String> both = new HashMap<>(store);
            both.putAll(cluster.settings());
            Location sets = bucket.child("sets");
            Cli.run(folder, command("export", source, sets.text(), cluster.master(), both));
            TrialFleet.download(sets, folder.resolve("copy"), store);
            assertEquals(undisturbed, counted(folder.resolve("copy")), "from the store into the store");
            assertEquals(
                    List.of("1.0.0"),
                    new Storages(store)
                            .of(sets).list(sets.child("set")).stream()
                                    .map(Entry::name)
                                    .toList());
        }
    }

    @Test
    void whateverIsKilledOfAClusterTheDatasetIsTheSame() throws Exception {
        Path undisturbedOut = folder.resolve("cluster");
        long milliseconds;
        try (WatchedExport whole = WatchedExport.start(folder, undisturbedOut, clusterExport(undisturbedOut))) {
            whole.awaitBegin();
            milliseconds = whole.awaitEnd();
        }
        assertEquals(undisturbed, counted(undisturbedOut));
        Random random = new Random(SEED);
        List<String> lines = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Victim victim = Victim.values()[round % Victim.values().length];
            Path out = folder.resolve("round-" + round);
            long delay = random.nextLong(milliseconds);
            Moment moment = killDuring(out, victim, delay, random);
            String line = Sentence.of(
                    "{\"round\": %d, \"killed\": \"%s\", \"after_ms\": %d, \"of_ms\": %d, \"at\": \"%s\", \"hit\": %s}",
                    round,
                    victim.name().toLowerCase(Locale.ROOT),
                    delay,
                    milliseconds,
                    moment.text(),
                    moment.isRunning());
            System.out.println(line);
            lines.add(line);
            assertEquals(undisturbed, counted(out), line);
        }
        Files.write(Path.of("target", "exactly-once.jsonl"), lines);
        for (int round = 0; round < ROUNDS; round++) { // nor did what outlived a driver leave anything later
            assertEquals(undisturbed, counted(folder.resolve("round-" + round)));
        }
    }

    private static List<String> clusterExport(Path out) {
        return export(out.toString(), cluster.master(), cluster.settings());
    }

    /** When it was killed; the export has ended when this returns. */
    private Moment killDuring(Path out, Victim victim, long delay, Random random) throws Exception {
        try (WatchedExport export = WatchedExport.start(folder, out, clusterExport(out))) {
            export.awaitBegin();
            Thread.sleep(delay);
            Moment moment = export.moment();
            if (!kill(victim, export, random)) {
                moment = new Moment(moment.text() + ", no executor", false);
            }
            if (victim != Victim.DRIVER) {
                export.awaitEnd();
            } else if (!export.isTidy()) {
                Cli.run(folder, clusterExport(out));
            }
            return moment;
        }
    }

    private static boolean kill(Victim victim, WatchedExport export, Random random)
            throws IOException, InterruptedException {
        switch (victim) {
            case DRIVER -> export.kill();
            case WORKER -> {
                cluster.killWorker(random.nextInt(2));
                cluster.startWorker();
            }
            case EXECUTOR -> {
                List<ProcessHandle> executors = cluster.executors();
                if (executors.isEmpty()) {
                    return false;
                }
                StandaloneCluster.kill(executors.get(random.nextInt(executors.size())));
            }
        }
        return true;
    }
}
