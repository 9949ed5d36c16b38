package io.github.roboreel.fleet.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.fleet.spark.StandaloneCluster;
import io.github.roboreel.fleet.spark.StandaloneCluster.Host;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standalone Spark on several hosts: the driver's has two addresses, links are cut, a worker lacks the sources. */
@Tag("slow")
class SeveralHostsIT {
    private static final int MASTER = 1;
    private static final int WORKER = 2;
    private static final int OTHER_WORKER = 3;
    private static final int DRIVER = 254;

    @TempDir
    static Path shared;

    private static NetworkOfHosts network;
    private static StandaloneCluster cluster;
    private static Host driver;
    private static Path fleet;

    @TempDir
    Path folder;

    @BeforeAll
    static void startHosts() throws Exception {
        network = NetworkOfHosts.start();
        fleet = TrialFleet.make(shared.resolve("made"));
        Host master = network.add(MASTER);
        List<Host> workers = List.of(network.add(WORKER), network.add(OTHER_WORKER));
        driver = network.add(DRIVER);
        network.addAddress(DRIVER, "192.0.2.2/24");
        cluster = StandaloneCluster.start(Files.createDirectory(shared.resolve("spark")), master, workers, 1);
    }

    @AfterAll
    static void stopHosts() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        if (network != null) {
            network.close();
        }
    }

    private List<String> command(List<String> words, String source, String master) {
        List<String> command = new ArrayList<>(words);
        command.addAll(List.of(source, "--quiet", "--master=" + master));
        if (!master.startsWith("threads")) {
            command.addAll(TrialFleet.options(cluster.settings()));
        }
        return command;
    }

    private static Map<String, Integer> files(Path below) throws IOException {
        Map<String, Integer> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(below)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(below.relativize(file).toString(), java.util.Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return files;
    }

    private Path exportedByThreads() throws Exception {
        Path out = folder.resolve("threads");
        Cli.run(folder, command(export(out), fleet.toString(), "threads[2]"));
        return out;
    }

    private static List<String> export(Path out) {
        return List.of("export", "rlds", "--name=set", "--shard-bytes=20KiB", "--out=" + out);
    }

    @Test
    void aDriverWithSeveralAddresses_isReachedByWorkers_andPrintsWhatThreadsPrint() throws Exception {
        List<String> check = List.of("check", "--json");
        String expected = Cli.run(folder, command(check, fleet.toString(), "threads[1]"));

        String printed = Cli.run(folder, driver.prefix(), command(check, fleet.toString(), cluster.master()));

        assertEquals(expected, printed);
    }

    @Test
    void aLinkThatIsCutForAWhile_changesNoByteOfADataset() throws Exception {
        Path expected = exportedByThreads();
        Path out = folder.resolve("hosts");
        try (Cli export =
                Cli.start(folder, driver.prefix(), command(export(out), fleet.toString(), cluster.master()))) {
            while (shards(out) < 2) {
                assertTrue(export.isAlive(), "ended before the link was cut: it needs more episodes");
                Thread.sleep(20);
            }
            network.setLink(OTHER_WORKER, false);
            try {
                Thread.sleep(15_000); // how long it is cut, not a wait for anything
            } finally {
                network.setLink(OTHER_WORKER, true);
            }
            export.awaitSuccess();
        }
        assertEquals(files(expected), files(out));
    }

    private static long shards(Path out) throws IOException {
        if (!Files.exists(out)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(out)) {
            return files.filter(file -> file.toString().contains("tfrecord")).count();
        } catch (UncheckedIOException e) {
            return 0; // a file was renamed meanwhile
        }
    }

    /** The folder is there for the driver alone, as a disk is that a worker did not mount. */
    @Test
    void aFolderThatWorkersDoNotHave_isNamedWithTheMachine() throws Exception {
        Path own = Files.createDirectory(folder.resolve("own"));
        List<String> mounted = new ArrayList<>(driver.prefix());
        mounted.addAll(List.of(
                "unshare", "--mount", "sh", "-c", "mount --bind " + fleet + " " + own + " && exec \"$@\"", "sh"));
        try (Cli check = Cli.start(folder, mounted, command(List.of("check"), own.toString(), cluster.master()))) {
            String said = check.awaitExit(3);
            assertTrue(said.contains("there is no folder " + own), said);
            assertTrue(said.contains("sources must be under the same path on every machine that works on them"), said);
        }
    }
}
