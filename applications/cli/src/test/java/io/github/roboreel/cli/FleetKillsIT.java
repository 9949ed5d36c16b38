package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exports of a fleet that are killed and begun again until they end: the same bytes as if nothing had been, each
 * episode once, and nothing else. The counter is {@code conformance/check_fleet.py}, which knows nothing of this code.
 */
@Tag("slow")
class FleetKillsIT {
    private static final List<String> SIZES = List.of("100KiB", "1MiB");
    private static final int ROUNDS = 10;
    private static final int KILLS = 6;
    private static final int EPISODES = 12 * 8;

    @TempDir
    static Path shared;

    private static Path fleet;
    private static long wholeMillis;
    private static final Map<String, String> DIGESTS = new TreeMap<>();

    @TempDir
    Path folder;

    private final Random random = new Random(17);
    private final Map<String, Integer> killed = new TreeMap<>();

    /** A moment of an export: what is seen of it in its folder. */
    private enum Moment {
        ANY,
        LOOKING,
        SHARDS,
        COMMITTING,
        THERE
    }

    @BeforeAll
    static void makeFleet() throws Exception {
        InProcess recorded = InProcess.run(
                "record",
                "--num-envs=4",
                "--num-runs=2",
                "--max-steps=60",
                "--record-image-data",
                "--camera-size=64x48",
                "--video-mode=none",
                "--quiet",
                "--output-dir=" + shared,
                "--output-folder-name=source");
        assertEquals(Outcome.OK, recorded.outcome(), recorded.err());
        fleet = shared.resolve("fleet");
        ChildJvm.python(
                script("make_fleet.py"),
                shared.resolve("source").toString(),
                fleet.toString(),
                "--hosts=3",
                "--takes=4");
        for (String size : SIZES) {
            Path out = shared.resolve("whole-" + size);
            long begun = System.nanoTime();
            ChildJvm whole = ChildJvm.run(shared, export(out, size).toArray(String[]::new));
            assertEquals(0, whole.exitCode(), whole.err());
            wholeMillis = (System.nanoTime() - begun) / 1_000_000;
            DIGESTS.put(size, accepted(out));
        }
        assertEquals(2, DIGESTS.values().stream().distinct().count());
    }

    private static String script(String name) {
        return InProcess.HOME.resolve("conformance").resolve(name).toString();
    }

    private static List<String> export(Path out, String size) {
        return List.of(
                "fleet",
                "export",
                "rlds",
                fleet.toString(),
                "--name=set",
                "--quiet",
                "--master=threads[2]",
                "--shuffle=5",
                "--shard-bytes=" + size,
                "--out=" + out);
    }

    /** The digest of a dataset that the counter accepts. */
    private static String accepted(Path out) throws Exception {
        String printed = ChildJvm.python(
                script("check_fleet.py"), out.resolve("set/1.0.0").toString(), fleet.toString(), "--jobs=1");
        JsonNode found = new ObjectMapper().readTree(printed.lines().reduce("", (a, b) -> b));
        assertTrue(found.get("ok").asBoolean(), printed);
        assertEquals(EPISODES, found.get("episodes").asInt(), printed);
        assertEquals(EPISODES, found.get("source_episodes").asInt(), printed);
        return found.get("digest").asText();
    }

    @Test
    void anExportThatIsKilledAgainAndAgainIsTheSame(TestReporter reporter) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String size = SIZES.get(round % SIZES.size());
            Path out = folder.resolve("round-" + round);
            for (int kill = 0; kill < KILLS; kill++) {
                Moment moment = Moment.values()[random.nextInt(Moment.values().length)];
                kill(ChildJvm.start(folder, export(out, size).toArray(String[]::new)), moment, out);
            }
            finish(export(out, size), out);
            assertEquals(DIGESTS.get(size), accepted(out), "round " + round);
            assertNothingIsLeft(out);
        }
        reporter.publishEntry("kills that hit in " + ROUNDS + " rounds", killed.toString());
        assertTrue(killed.values().stream().mapToInt(Integer::intValue).sum() >= ROUNDS, killed.toString());
    }

    /** A kill behind the last step leaves nothing to do, which the command says. */
    private void finish(List<String> command, Path out) throws Exception {
        ChildJvm last = ChildJvm.run(folder, command.toArray(String[]::new));
        if (last.exitCode() != 0) {
            assertTrue(Files.exists(out.resolve("set/1.0.0/dataset_info.json")), last.err());
            assertTrue(last.err().contains("is there already") || last.err().contains("exists already"), last.err());
        }
    }

    private void kill(ChildJvm child, Moment moment, Path out) throws Exception {
        long end = System.nanoTime() + random.nextLong(2 * wholeMillis) * 1_000_000;
        int some = 1 + random.nextInt(20);
        while (child.isAlive() && !(moment == Moment.ANY ? System.nanoTime() > end : isAt(moment, out, some))) {
            if (moment != Moment.THERE && moment != Moment.COMMITTING) {
                Thread.sleep(1);
            }
        }
        boolean isHit = child.isAlive();
        child.kill();
        if (isHit) {
            killed.merge(moment.name(), 1, Integer::sum);
        }
    }

    private static boolean isAt(Moment moment, Path out, int some) throws IOException {
        Path above = out.resolve("set");
        return switch (moment) {
            case ANY -> true;
            case LOOKING -> !found(above, ".1.0.0.exporting-survey-", "").isEmpty();
            case SHARDS ->
                found(above, ".1.0.0.exporting-", "done").stream()
                        .anyMatch(done ->
                                done.toFile().list() != null && done.toFile().list().length >= some);
            case COMMITTING ->
                !found(above, ".1.0.0.exporting-", "committed.json").isEmpty();
            case THERE -> Files.exists(above.resolve("1.0.0"));
        };
    }

    private static List<Path> found(Path above, String prefix, String name) throws IOException {
        String[] names = above.toFile().list();
        List<Path> found = new ArrayList<>();
        for (String entry : names == null ? new String[0] : names) {
            Path place = above.resolve(entry).resolve(name);
            if (entry.startsWith(prefix) && Files.exists(place)) {
                found.add(place);
            }
        }
        return found;
    }

    private static void assertNothingIsLeft(Path out) throws IOException {
        assertEquals(List.of("set"), List.of(out.toFile().list()));
        assertEquals(List.of("1.0.0"), List.of(out.resolve("set").toFile().list()));
        try (Stream<Path> all = Files.walk(out)) {
            assertEquals(
                    List.of(),
                    all.filter(path -> path.getFileName().toString().startsWith("."))
                            .toList());
        }
    }

    @Test
    void ranksOfWhichOneIsKilledMakeTheSame(TestReporter reporter) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String size = SIZES.get(round % SIZES.size());
            Path out = folder.resolve("round-" + round);
            Path plan = folder.resolve("plan-" + round + ".json");
            List<String> planning = new ArrayList<>(export(out, size));
            planning.set(1, "plan");
            planning.addAll(List.of("-o", plan.toString()));
            assertEquals(
                    0, ChildJvm.run(folder, planning.toArray(String[]::new)).exitCode());
            ChildJvm other = rank(plan, 0);
            for (int kill = 0; kill < 2; kill++) {
                kill(rank(plan, 1), random.nextBoolean() ? Moment.ANY : Moment.SHARDS, out);
            }
            assertEquals(0, rank(plan, 1).exitCode());
            assertEquals(0, other.exitCode());
            List<String> commit = List.of("fleet", "commit", plan.toString());
            for (int kill = 0; kill < 2; kill++) {
                Moment moment = random.nextBoolean() ? Moment.COMMITTING : Moment.THERE;
                kill(ChildJvm.start(folder, commit.toArray(String[]::new)), moment, out);
            }
            finish(commit, out);
            assertEquals(DIGESTS.get(size), accepted(out), "round " + round);
            assertNothingIsLeft(out);
        }
        reporter.publishEntry("kills that hit in " + ROUNDS + " rounds of ranks", killed.toString());
    }

    private ChildJvm rank(Path plan, int rank) throws IOException {
        return ChildJvm.start(
                folder,
                "fleet",
                "run",
                plan.toString(),
                "--rank=" + rank,
                "--world=2",
                "--master=threads[1]",
                "--quiet");
    }
}
