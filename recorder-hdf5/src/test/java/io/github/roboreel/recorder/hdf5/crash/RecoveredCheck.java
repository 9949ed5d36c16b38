package io.github.roboreel.recorder.hdf5.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EventLogFile;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Compares what a recovery brings back with what was recorded and promised. */
final class RecoveredCheck {
    private static final String RECOVERED = "recovered";

    private final CrashMode mode;

    RecoveredCheck(CrashMode mode) {
        this.mode = mode;
    }

    /** After a kill all that was promised is there, and nothing that was not recorded. */
    void afterKill(Path folder, Promises promises) throws IOException {
        Path run = folder.resolve(LoggedRecording.RUN_FILE);
        Path staging = folder.resolve(LoggedRecording.STAGING);
        boolean isStaged = Files.exists(staging) && Files.size(staging) > 0;
        RecoveryReport report = RunRecovery.onCopy().recover(run);
        assertTrue(report.isComplete(), describe(report));
        assertEquals(List.of(), report.setAside());
        if (Files.exists(run)) {
            RecoveredRun.assertContent(run, mode.schema(), places(run));
            try (Hdf5RunReader reader = Hdf5RunReader.open(run)) {
                for (int demo = 0; demo < mode.numDemos(); demo++) {
                    Promises.Demo promised = promises.demo(demo);
                    assertKept(reader, demo, promised.durable(), promised);
                    assertVerdict(reader, demo, promised);
                }
            }
            if (isStaged) {
                report.demos().forEach(demo -> assertEvents(demo, promises));
            }
        } else {
            assertNothingRecorded(report, promises);
        }
        try (Stream<Path> left = Files.list(folder)) {
            // The staged events of episodes that have no log yet are kept.
            List<Path> others = left.filter(file -> !file.toString().endsWith(RunFolder.LIVE_LOG_SUFFIX))
                    .toList();
            assertEquals(Files.exists(run) ? List.of(run) : List.of(), others);
        }
        assertTrue(RunRecovery.unsettledRuns(folder).isEmpty());
    }

    /** After a write that ended where no kill ends it all is there, too, though something may be said to be missing. */
    void afterTear(Path folder, Promises promises) throws IOException {
        Path run = folder.resolve(LoggedRecording.RUN_FILE);
        assertAllKept(result(run, RunRecovery.onCopy().recover(run)), promises, promises, Promises.Demo::durable);
    }

    /** After a loss of power all that was forced is there, and nothing that was not recorded. */
    void afterLoss(Path folder, Promises promises) throws IOException {
        Path run = folder.resolve(LoggedRecording.RUN_FILE);
        RecoveryReport report = RunRecovery.onCopy().recover(run);
        try {
            Optional<Path> result = result(run, report);
            assertAllKept(result, promises, promises, Promises.Demo::forced);
            assertEndsKept(result, promises);
        } catch (AssertionError e) {
            throw new AssertionError(describe(report) + ": " + e.getMessage(), e);
        }
    }

    /**
     * Of files that do not belong together everything that is there is right, and unless something is said to be
     * missing, all is there that the older one had.
     *
     * @param both what was promised at the earlier moment
     * @param either what had been asked for at the later one
     * @return whether nothing is said to be missing
     */
    boolean afterMix(Path folder, Promises both, Promises either) throws IOException {
        Path run = folder.resolve(LoggedRecording.RUN_FILE);
        RecoveryReport report = RunRecovery.onCopy().recover(run);
        Optional<Path> result = result(run, report);
        try {
            assertAllKept(result, either, either, demo -> 0);
            if (report.isComplete()) {
                assertAllKept(result, both, either, Promises.Demo::durable);
            }
        } catch (AssertionError e) {
            throw new AssertionError(describe(report) + ": " + e.getMessage(), e);
        }
        return report.isComplete();
    }

    /** The file with what was brought back, all of whose values are right. */
    private Optional<Path> result(Path run, RecoveryReport report) throws IOException {
        boolean isThere = Files.exists(run) && report.outcome() != Outcome.UNREADABLE;
        if (isThere) {
            RecoveredRun.assertStepContent(run, mode.schema(), places(run));
        }
        return isThere ? Optional.of(run) : Optional.empty();
    }

    /** Without events. */
    private static String describe(RecoveryReport report) {
        StringBuilder said = new StringBuilder(report.outcome() + " " + report.findings());
        for (DemoRecovery demo : report.demos()) {
            said.append("; ")
                    .append(demo.demo())
                    .append(' ')
                    .append(demo.status())
                    .append(' ')
                    .append(demo.numSamples());
            said.append(demo.isComplete() ? "" : " of which " + demo.rows().lost() + " are lost");
        }
        return said.toString();
    }

    private void assertAllKept(
            Optional<Path> run, Promises promises, Promises asked, ToLongFunction<Promises.Demo> kept)
            throws IOException {
        if (run.isEmpty()) {
            for (int demo = 0; demo < mode.numDemos(); demo++) {
                assertEquals(0, kept.applyAsLong(promises.demo(demo)), "steps kept of demo_" + demo);
            }
            return;
        }
        try (Hdf5RunReader reader = Hdf5RunReader.open(run.get())) {
            for (int demo = 0; demo < mode.numDemos(); demo++) {
                assertKept(reader, demo, kept.applyAsLong(promises.demo(demo)), asked.demo(demo));
            }
        }
    }

    /** With a durability that forces, an end is promised once it is on the disk. */
    private void assertEndsKept(Optional<Path> run, Promises promises) throws IOException {
        for (int demo = 0; demo < mode.numDemos(); demo++) {
            Promises.Demo promised = promises.demo(demo);
            if (promised.ended()) {
                Path file = run.orElseThrow(() -> new AssertionError("nothing is there"));
                assertEquals(promised.status(), RecoveredRun.status(file, demo), "demo_" + demo);
                long steps = promised.status().equals("discarded") ? 0 : promised.asked();
                assertEquals(steps, RecoveredRun.numSamples(file, demo), "demo_" + demo);
            }
        }
    }

    private static int places(Path run) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(run)) {
            return reader.demoNames().size();
        }
    }

    private static void assertKept(Hdf5RunReader reader, int number, long kept, Promises.Demo asked)
            throws IOException {
        String name = "demo_" + number;
        if (!reader.hasDemo(name)) {
            assertEquals(0, kept, name + " is missing");
            return;
        }
        EpisodeReader demo = reader.demo(name);
        long steps = demo.numSamples();
        if (asked.status().equals("discarded")
                && demo.attributes().get("status").equals("discarded")) {
            assertEquals(0, steps, name);
        } else {
            assertTrue(steps <= asked.asked(), name + " has " + steps + " steps of " + asked.asked());
            assertTrue(steps >= kept, name + " has " + steps + " steps, promised " + kept);
        }
    }

    private void assertVerdict(Hdf5RunReader reader, int number, Promises.Demo promised) throws IOException {
        String name = "demo_" + number;
        if (!promised.begun()) {
            return;
        }
        assertTrue(reader.hasDemo(name), name + " is missing");
        EpisodeReader demo = reader.demo(name);
        Map<String, Object> attributes = demo.attributes();
        String status = attributes.get("status").toString();
        if (promised.ended()) {
            assertEquals(promised.status(), status, name);
        } else {
            assertTrue(List.of(promised.status(), RECOVERED).contains(status), name + " is " + status);
        }
        if (mode.isContinuous()) {
            assertEquals((long) promised.simEnv(), attributes.get("sim_env_id"), name);
        }
        boolean isDiscarded = status.equals("discarded");
        assertRows(demo, FieldPhase.INITIAL, isDiscarded ? 0 : 1);
        boolean isOwn = !List.of(RECOVERED, "aborted", "discarded").contains(status);
        if (isOwn) {
            assertTrue(
                    attributes.get("episode_metadata").toString().contains("\"own\": " + number),
                    () -> name + attributes);
            assertRows(demo, FieldPhase.FINAL, 1);
        }
    }

    private void assertRows(EpisodeReader demo, FieldPhase phase, long rows) throws IOException {
        for (Field field : mode.schema().layout(phase).fields()) {
            assertEquals(rows, demo.info(field.spec().path()).rows(), demo.name() + "/" + field);
        }
    }

    private static void assertEvents(DemoRecovery demo, Promises promises) {
        int number = Integer.parseInt(demo.demo().substring("demo_".length()));
        Promises.Demo promised = promises.demo(number);
        List<String> events = demo.events();
        assertTrue(
                events.size() >= promised.events() && events.size() <= promised.askedEvents(),
                demo.demo() + " has " + events.size() + " events, promised " + promised.events());
        for (int i = 0; i < events.size(); i++) {
            String expected = new String(EventLogFile.encode(LoggedRecording.event(number, i)), StandardCharsets.UTF_8);
            assertEquals(expected, events.get(i));
        }
    }

    private void assertNothingRecorded(RecoveryReport report, Promises promises) {
        assertEquals(Outcome.NOTHING_RECORDED, report.outcome());
        for (int demo = 0; demo < mode.numDemos(); demo++) {
            assertTrue(!promises.demo(demo).begun(), "demo_" + demo + " had begun");
        }
    }
}
