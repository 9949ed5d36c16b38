package io.github.roboreel.recorder.hdf5.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.Snapshot;
import io.github.roboreel.recorder.hdf5.TestJvm;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction.Step;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.read.StoredContent;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A compaction that is killed: nothing is lost, and a recovery settles what is left. */
class KilledCompactionIT {
    private static final int KILLED = 128 + 9;
    private static final int ENVS = 2;

    @TempDir
    Path folder;

    /** The staging file is there while a closing run is compacted, and not when a user does it. */
    @ParameterizedTest
    @CsvSource({"9, true", "40, false", "COPIED, true", "VERIFIED, false", "REPLACED, true", "REPLACED, false"})
    void everythingIsThereAndTheCopyGoes(String moment, boolean closing) throws Exception {
        assertEverythingIsThereAndTheCopyGoes(moment, closing);
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "COPIED, false", "VERIFIED, true"})
    @Tag("slow")
    void everythingIsThereAndTheCopyGoesAtMoreMoments(String moment, boolean closing) throws Exception {
        assertEverythingIsThereAndTheCopyGoes(moment, closing);
    }

    private void assertEverythingIsThereAndTheCopyGoes(String moment, boolean closing) throws Exception {
        Path run = recorded();
        Path staging = Snapshot.staging(run);
        if (!closing) {
            Files.delete(staging);
        }
        Map<String, Object> before = StoredContent.of(run);
        byte[] bytes = Files.readAllBytes(run);
        Path left = new RunPaths(run).compacting();

        assertEquals(KILLED, TestJvm.exitCode(Compaction.class, run.toString(), moment));

        boolean replaced = moment.equals("REPLACED");
        assertEquals(!replaced, Arrays.equals(bytes, Files.readAllBytes(run)));
        assertEquals(!replaced, Files.exists(left));
        assertEquals(before, StoredContent.of(run));
        RecoveryReport report = RunRecovery.onCopy().recover(run);
        assertTrue(report.isComplete(), report.toString());
        assertEquals(RecoveryReport.Outcome.CLOSED_PROPERLY, report.outcome());
        assertEquals(replaced ? List.of() : List.of(left), report.removed());
        assertEquals(before, StoredContent.of(run));
        RecoveredRun.assertContent(run, Hdf5SinkTest.SCHEMA, ENVS);
        try (Stream<Path> files = Files.list(run.getParent())) {
            assertEquals(List.of(run), files.toList());
        }
        assertEquals(!replaced, RunCompaction.compact(run).compacted());
        assertEquals(before, StoredContent.of(run));
        assertFalse(Files.exists(left));
    }

    /** A closed run that has its staging file still. */
    private Path recorded() throws Exception {
        SinkHarness run = new SinkHarness(
                folder.resolve("live"),
                Hdf5SinkTest.SCHEMA,
                ENVS,
                SinkHarness.untimed(Hdf5Settings.COMPACT_ON_CLOSE, false));
        Path closed = folder.resolve("closed").resolve("TestTask").resolve("run_0.hdf5");
        run.record(() -> {
            for (int env = 0; env < ENVS; env++) {
                run.begin(env);
            }
            for (int i = 0; i < 10; i++) {
                run.steps(0, 71);
                run.steps(1, 30);
                run.sink.flushNow();
            }
            for (int env = 0; env < ENVS; env++) {
                run.end(env, EpisodeOutcome.success("")).toCompletableFuture().get();
            }
            Snapshot.of(run, folder.resolve("closed"));
        });
        Files.copy(run.file(), closed, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        return closed;
    }

    /** Compacts a run and kills itself after so many questions for time while it copies, or after a step. */
    static final class Compaction {
        private Compaction() {}

        public static void main(String[] args) throws Exception {
            boolean isCount = Character.isDigit(args[1].charAt(0));
            int[] left = {isCount ? Integer.parseInt(args[1]) : Integer.MAX_VALUE};
            Hdf5.load();
            RunPaths paths = new RunPaths(Path.of(args[0]));
            Path copy = paths.compacting();
            new RunCompaction(
                            paths,
                            () -> {
                                if (Files.exists(copy) && left[0]-- == 0) {
                                    die();
                                }
                            },
                            step -> {
                                if (!isCount && step == Step.valueOf(args[1])) {
                                    die();
                                }
                            })
                    .run();
        }

        private static void die() {
            try {
                String me = Long.toString(ProcessHandle.current().pid());
                new ProcessBuilder("kill", "-9", me).inheritIO().start().waitFor();
            } catch (java.io.IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
