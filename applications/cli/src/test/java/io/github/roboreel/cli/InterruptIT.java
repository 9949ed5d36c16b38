package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real signals at real processes, at different moments. */
class InterruptIT {
    private static final String STATUSES = """
            import h5py, sys
            for name, demo in h5py.File(sys.argv[1], 'r')['data'].items():
                n = int(demo.attrs['num_samples'])
                print(name, demo.attrs['status'].decode(), n > 0, len(demo['actions']) == n)
            """;

    @TempDir
    Path folder;

    @Test
    void sigtermLeavesCompleteFilesWithAbortedEpisodes() throws Exception {
        ChildJvm child = record("--num-envs=2", "--num-runs=3", "--realtime");
        awaitSteps(child, 0);

        child.terminate();

        assertEquals(1, child.exitCode(), child.err());
        assertEquals("demo_0 aborted True True\ndemo_1 aborted True True\n", statuses(0));
        assertTrue(child.err().contains("roboreel: interrupted; 2 of 6 episodes"), child.err());
        assertTrue(child.out().contains("aborted"), child.out());
        assertFalse(Files.exists(env().resolve("run_0.staging")));
        assertFalse(Files.exists(env().resolve("run_1.hdf5")));
        assertFalse(Files.exists(env().resolve("run_complete.json")));
        assertEquals(List.of("aborted", "aborted"), resultStatuses());
        assertCheckIsOk();
    }

    /** The encoder is far behind, so that the videos cannot be finished in that time. */
    @Test
    void ctrlCEndsInTimeHoweverSlowTheEncoderIsAndRecoverBringsTheStepsBack() throws Exception {
        Files.writeString(folder.resolve("slow.yaml"), "video: {encoder: jcodec, encoder_threads: 1}\n");
        ChildJvm child = record(
                "--num-envs=4", "--num-runs=3", "--camera-size=640x360", "--config=slow.yaml", "--stop-seconds=0.001");
        awaitSteps(child, 0);

        child.signal("INT");

        assertEquals(1, child.exitCode(), child.err());
        // Frames that wait for the encoder are dropped at once, and a warning may say so as well.
        String said = "roboreel: interrupted; the files were not closed within 0.001 s and are left as"
                + " they are; ./roboreel recover " + take() + " closes them";
        assertTrue(child.err().contains(said), child.err());
        InProcess recover = InProcess.run("recover", take().toString());
        assertEquals(0, recover.exitCode(), recover.err());
        assertTrue(statuses(0).matches("(demo_\\d (aborted|recovered) True True\n){4}"));
        assertEquals(4, resultStatuses().size());
        assertOnlyVideosAreMissing();
    }

    /** The first one may be of any kind; what the process is asked last is what it dies of. */
    @ParameterizedTest
    @CsvSource({"HUP, TERM, 143", "TERM, INT, 130"})
    void aSecondSignalLeavesAtOnceAndRecoverBringsEverythingBack(String first, String second, int exitCode)
            throws Exception {
        assertASecondSignalLeavesAtOnce(first, second, exitCode);
    }

    @ParameterizedTest
    @CsvSource({"INT, INT, 130", "TERM, TERM, 143"})
    @Tag("slow")
    void aSecondSignalOfTheSameKindLeavesAtOnce(String first, String second, int exitCode) throws Exception {
        assertASecondSignalLeavesAtOnce(first, second, exitCode);
    }

    private void assertASecondSignalLeavesAtOnce(String first, String second, int exitCode) throws Exception {
        ChildJvm child = record("--num-envs=2", "--camera-size=640x360", "--stop-seconds=600");
        awaitSteps(child, 0);

        child.signal(first);
        while (child.isAlive()) {
            Thread.sleep(80);
            child.signal(second);
        }

        assertEquals(exitCode, child.exitCode(), child.err());
        // The run's last line of progress may come before it or behind it.
        assertTrue(
                child.err()
                        .lines()
                        .anyMatch(("roboreel: left at once; ./roboreel recover " + take() + " closes them")::equals),
                child.err());
        InProcess recover = InProcess.run("recover", take().toString());
        assertEquals(0, recover.exitCode(), recover.err());
        assertTrue(recover.out().contains("everything acknowledged is back"), recover.out());
        assertEquals(2, resultStatuses().size());
        assertTrue(statuses(0).matches("(demo_\\d (aborted|recovered) True True\n){2}"));
        assertCheckIsOk();
    }

    @Test
    void betweenRunsTheOnesBeforeStay() throws Exception {
        ChildJvm child = record("--num-runs=1000", "--max-steps=30", "--video-mode=none");
        await(child, () -> Files.exists(env().resolve("run_1.hdf5")));

        child.signal("HUP");

        assertEquals(1, child.exitCode(), child.err());
        assertTrue(child.err().contains("roboreel: interrupted; "), child.err());
        assertEquals("demo_0 truncated True True\n", statuses(0));
        assertFalse(Files.exists(env().resolve("run_complete.json")));
        assertEquals(List.of(), files(".staging"));
        assertEquals("truncated", resultStatuses().get(0));
        assertCheckIsOk();
    }

    @ParameterizedTest
    @ValueSource(strings = {"record", "check", "stats"})
    void whatOnlyReadsStopsAndChangesNothing(String command) throws Exception {
        InProcess whole = InProcess.run(arguments("--num-envs=2", "--max-steps=20", "--video-mode=none"));
        assertEquals(Outcome.OK, whole.outcome(), whole.err());
        // Only the native library reads such values: in a process of its own, whose start is awaited.
        ChildJvm.python("-c", """
                import h5py, sys
                with h5py.File(sys.argv[1], 'r+') as f:
                    f['data/demo_0'].create_dataset('added', data=range(20), chunks=(10,), scaleoffset=0)
                """, env().resolve("run_0.hdf5").toString());
        byte[] run = Files.readAllBytes(env().resolve("run_0.hdf5"));
        List<String> before = files("");

        ChildJvm child = command.equals("record")
                ? record("--num-envs=2", "--max-steps=20", "--video-mode=none")
                : ChildJvm.start(folder, command, "output/cut");
        await(child, () -> child.children().count() > 0);
        List<ProcessHandle> readers = child.children().toList();
        child.signal("INT");

        assertEquals(1, child.exitCode(), child.err());
        assertTrue(child.err().contains("roboreel: interrupted"), child.err());
        assertEquals(1, child.err().lines().count(), child.err());
        for (ProcessHandle reader : readers) {
            reader.onExit().get();
        }
        assertArrayEquals(run, Files.readAllBytes(env().resolve("run_0.hdf5")));
        assertEquals(before, files(""));
    }

    @Test
    void ctrlCInARecoveryLeavesTheOriginalAndASecondOneFinishes() throws Exception {
        ChildJvm recorder = record("--num-envs=2", "--video-mode=none");
        awaitSteps(recorder, 0);
        recorder.kill();
        byte[] original = Files.readAllBytes(env().resolve("run_0.hdf5"));

        ChildJvm recover = ChildJvm.start(folder, "recover", "output/cut");
        await(recover, () -> javaChildren(recover).size() > 0);
        // The terminal sends it to both.
        List<ProcessHandle> workers = javaChildren(recover);
        ChildJvm.signal("INT", workers.get(0).pid());
        recover.signal("INT");

        assertEquals(1, recover.exitCode(), recover.err());
        assertTrue(recover.err().contains("interrupted"), recover.err());
        workers.get(0).onExit().get();
        assertArrayEquals(original, Files.readAllBytes(env().resolve("run_0.hdf5")));

        InProcess again = InProcess.run("recover", take().toString());
        assertEquals(0, again.exitCode(), again.err());
        assertEquals(List.of("recovered", "recovered"), resultStatuses());
        assertCheckIsOk();
    }

    /** For a moment a new child is the JDK's helper that becomes a JVM. */
    private static List<ProcessHandle> javaChildren(ChildJvm parent) {
        return parent.children()
                .filter(child -> child.info().command().orElse("").endsWith("/bin/java"))
                .toList();
    }

    /** Otherwise the recovery would keep running beside the next one. */
    @Test
    void aRecoveryThatIsKilledTakesItsWorkerAlong() throws Exception {
        ChildJvm recorder = record("--num-envs=2", "--video-mode=none");
        awaitSteps(recorder, 0);
        recorder.kill();

        ChildJvm recover = ChildJvm.start(folder, "recover", "output/cut");
        await(recover, () -> recover.children().count() > 0);
        List<ProcessHandle> workers = recover.children().toList();
        recover.kill();
        workers.get(0).onExit().get();

        InProcess again = InProcess.run("recover", take().toString());
        assertEquals(0, again.exitCode(), again.err());
        assertEquals(List.of("recovered", "recovered"), resultStatuses());
    }

    @Test
    @Tag("slow")
    void wheneverItComesNothingIsLeftOpen() throws Exception {
        for (int millis = 0; millis < 4000; millis += 250) {
            for (String signal : List.of("INT", "TERM", "HUP")) {
                Path take = folder.resolve("output/cut-" + signal + millis);
                ChildJvm child = ChildJvm.start(
                        folder,
                        "record",
                        "--num-envs=4",
                        "--num-runs=3",
                        "--max-steps=40",
                        "--policy=hold",
                        "--camera-size=160x90",
                        "--record-image-data",
                        "--output-folder-name=" + take.getFileName());
                // Before its first instructions a process ends as the system ends it.
                await(child, () -> Files.exists(take) || !child.isAlive());
                Thread.sleep(millis);
                child.signal(signal);
                int code = child.exitCode();
                assertTrue(code == 0 || code == 1, signal + " after " + millis + ": " + code);
                InProcess check = InProcess.run("check", take.toString());
                assertTrue(
                        check.exitCode() == 0 || !Files.exists(take.resolve("BananaInBowlTask")),
                        signal + " after " + millis + ": " + check.out());
            }
        }
    }

    private ChildJvm record(String... options) throws IOException {
        return ChildJvm.start(folder, arguments(options));
    }

    private String[] arguments(String... options) {
        List<String> arguments = new ArrayList<>(List.of("record", "--policy=hold", "--output-folder-name=cut"));
        arguments.add("--output-dir=" + folder.resolve("output"));
        if (Stream.of(options).noneMatch(o -> o.startsWith("--max-steps"))) {
            arguments.add("--max-steps=3000");
        }
        if (Stream.of(options).noneMatch(o -> o.startsWith("--camera-size"))) {
            arguments.add("--camera-size=64x48");
        }
        if (Stream.of(options).noneMatch(o -> o.startsWith("--stop-seconds"))) {
            // A machine may be busy for long.
            arguments.add("--stop-seconds=600");
        }
        arguments.add("--flush-interval-seconds=0.2");
        arguments.addAll(List.of(options));
        return arguments.toArray(String[]::new);
    }

    private void await(ChildJvm child, Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            assertTrue(child.isAlive(), child.err());
            Thread.sleep(10);
        }
    }

    /** Until every env has recorded steps, as a live reader sees. */
    private void awaitSteps(ChildJvm child, int run) throws Exception {
        Path file = env().resolve("run_" + run + ".hdf5");
        await(child, () -> Files.exists(file));
        ChildJvm.python("-c", """
                import h5py, sys, time
                end = time.time() + 600
                n = 0
                while n < 3 and time.time() < end:
                    with h5py.File(sys.argv[1], 'r', swmr=True) as f:
                        n = min(d.attrs['num_samples'] for d in f['data'].values())
                    time.sleep(0.05)
                """, file.toString());
    }

    private Path take() {
        return folder.resolve("output/cut");
    }

    private Path env() {
        return take().resolve("BananaInBowlTask");
    }

    private String statuses(int run) throws Exception {
        return ChildJvm.python(
                "-c", STATUSES, env().resolve("run_" + run + ".hdf5").toString());
    }

    private List<String> resultStatuses() throws IOException {
        List<String> statuses = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("output/cut/episode_results.jsonl"))) {
            JsonNode result = new ObjectMapper().readTree(line);
            statuses.add(result.get("status").asText());
        }
        return statuses;
    }

    private List<String> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(env())) {
            return files.map(f -> f.getFileName().toString())
                    .filter(name -> name.endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    /** A process that leaves may not have encoded the first picture of each video. */
    private void assertOnlyVideosAreMissing() {
        InProcess check = InProcess.run("check", take().toString());
        List<String> others = check.out()
                .lines()
                .filter(line -> line.startsWith("error: ") && !line.contains(".mp4: "))
                .toList();
        assertEquals(List.of(), others, check.out());
        assertTrue(check.out().contains("1 run file, 4 episodes"), check.out());
    }

    private void assertCheckIsOk() {
        InProcess check = InProcess.run("check", take().toString());
        assertEquals(Outcome.OK, check.outcome(), check.out() + check.err());
    }
}
