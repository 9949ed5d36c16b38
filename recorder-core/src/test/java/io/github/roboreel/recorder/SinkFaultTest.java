package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.FaultySink.Fault;
import io.github.roboreel.recorder.FaultySink.Place;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeSink.Role;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.SampleFields;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every place at which a sink can throw, everything it can throw, in both roles. */
class SinkFaultTest {
    private static final int STEPS = 50;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "BEGIN, IO",
        "BEGIN, BUG",
        "STEP, IO",
        "STEP, BUG",
        "STEP, HUGE_ARRAY",
        "BATCH_END, IO",
        "BATCH_END, HUGE_ARRAY",
        "END, IO",
        "END, BUG",
        "END, HUGE_ARRAY"
    })
    void aSideSinkCostsItsOwnOutputOnly(Place place, Fault fault) throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        FaultySink side = new FaultySink(Role.SIDE, recording.run, Set.of(place), fault);
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = recording.open(recording.memorySink(), side)) {
            summary = record(recording, recorder).get();
        }
        assertEquals(List.of("faulty"), summary.failedSinks());
        assertEquals(1, side.strikes(), "a failed sink is not called again");
        assertSteps(recording);
        assertEquals(1, lines());
        assertEquals("close", side.calls().get(side.calls().size() - 1));
    }

    @ParameterizedTest
    @CsvSource({
        "BEGIN, IO",
        "BEGIN, BUG",
        "STEP, IO",
        "STEP, BUG",
        "STEP, HUGE_ARRAY",
        "BATCH_END, IO",
        "BATCH_END, HUGE_ARRAY",
        "END, IO",
        "END, BUG",
        "END, HUGE_ARRAY",
        "CLOSE, IO",
        "CLOSE, BUG",
        "CLOSE, HUGE_ARRAY"
    })
    void aDataSinkFailsTheRecordingInOneSentence(Place place, Fault fault) throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        FaultySink data = new FaultySink(Role.DATA, recording.run, Set.of(place), fault);
        EpisodeRecorder recorder = recording.openTiny(data);
        CompletableFuture<Void> producer =
                TestRecording.inThread(() -> record(recording, recorder).join());
        producer.handle((done, failed) -> done).get();
        RecorderException failed = assertThrows(RecorderException.class, recorder::close);
        assertTrue(failed.getMessage().contains("sink 'faulty' failed: "), failed.getMessage());
        assertEquals(place != Place.CLOSE, producer.isCompletedExceptionally());
        assertEquals(place == Place.CLOSE ? 1 : 0, lines());
        assertEquals(1, data.strikes());
        OutputLock.acquire(folder).close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"IO", "BUG", "HUGE_ARRAY"})
    void noSinkMayFailToOpen(Fault fault) throws Exception {
        for (Role role : Role.values()) {
            TestRecording recording = new TestRecording(folder.resolve(role.name()), 1);
            MemorySink other = recording.memorySink();
            FaultySink faulty = new FaultySink(role, recording.run, Set.of(Place.OPEN), fault);
            RecorderException refused = assertThrows(RecorderException.class, () -> recording.open(other, faulty));
            assertTrue(refused.getMessage().startsWith("sink 'faulty' cannot open: "), refused.getMessage());
            assertEquals(List.of("open", "close"), other.calls());
            assertEquals(List.of("open", "close"), faulty.calls());
            OutputLock.acquire(recording.run.folder()).close();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"IO", "BUG", "HUGE_ARRAY"})
    void aSideSinkThatCannotCloseIsCounted(Fault fault) throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        FaultySink side = new FaultySink(Role.SIDE, recording.run, Set.of(Place.CLOSE), fault);
        try (EpisodeRecorder recorder = recording.open(side, recording.memorySink())) {
            record(recording, recorder).get();
        }
        assertSteps(recording);
        assertEquals(
                1,
                recording
                        .meters
                        .get("roboreel.sink.failures")
                        .tag("sink", "faulty")
                        .counter()
                        .count());
        OutputLock.acquire(folder).close();
    }

    /** A process of its own, whose whole heap the sink fills. */
    @ParameterizedTest
    @EnumSource(Role.class)
    void aSinkThatFillsTheHeapEndsAsAnyOther(Role role) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx48m",
                        "-XX:MaxDirectMemorySize=64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapFiller.class.getName(),
                        folder.toString(),
                        role.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        child.waitFor();
        if (role == Role.SIDE) {
            assertEquals("[faulty] 50 steps", out.strip());
            assertEquals(1, lines());
        } else {
            assertTrue(out.contains("the recording stopped because sink 'faulty' failed"), out);
            assertEquals(0, lines());
        }
    }

    private static CompletableFuture<EpisodeSummary> record(TestRecording recording, EpisodeRecorder recorder) {
        recording.begin(recorder.env(0));
        recording.steps(recorder.env(0), STEPS);
        while (recorder.ringBacklog() > 0) {
            // So that a batch has ended before the episode does.
            Thread.onSpinWait();
        }
        return recording.end(recorder.env(0), EpisodeOutcome.success(""));
    }

    private long lines() throws Exception {
        return Files.readAllLines(folder.resolve(RunFolder.RESULTS)).size();
    }

    private static void assertSteps(TestRecording recording) {
        double[] kept = recording.runs.readDoubles(recording.run, 0, "actions");
        assertEquals(8 * STEPS, kept.length);
        FieldSpec actions = recording.schema.field("actions").spec();
        for (int step = 0; step < STEPS; step++) {
            assertArrayEquals(
                    SampleFields.values(actions, 0, step),
                    Arrays.copyOfRange(kept, 8 * step, 8 * step + 8),
                    "step " + step);
        }
    }

    /** Records one episode beside a sink that fills the heap when it ends. */
    static final class HeapFiller {
        private HeapFiller() {}

        public static void main(String[] args) throws Exception {
            TestRecording recording = new TestRecording(Path.of(args[0]), 1);
            Role role = Role.valueOf(args[1]);
            FaultySink faulty = new FaultySink(role, recording.run, EnumSet.of(Place.END), Fault.FULL_HEAP);
            try (EpisodeRecorder recorder =
                    role == Role.DATA ? recording.open(faulty) : recording.open(recording.memorySink(), faulty)) {
                EpisodeSummary summary = record(recording, recorder).get();
                assertSteps(recording);
                System.out.println(summary.failedSinks() + " " + summary.numSamples() + " steps");
            } catch (RecorderException e) {
                System.out.println(e.getMessage());
            } catch (ExecutionException e) {
                System.out.println(e.getCause().getMessage());
            }
        }
    }
}
