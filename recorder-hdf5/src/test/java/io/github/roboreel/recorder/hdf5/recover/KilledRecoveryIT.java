package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.Snapshot;
import io.github.roboreel.recorder.hdf5.TestJvm;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A recovery that dies between any two of its steps: running it again brings everything back. */
class KilledRecoveryIT {
    private static final int HALTED = 9;

    @TempDir
    Path folder;

    static Stream<Arguments> deaths() {
        return Stream.of(RecoveryStep.values())
                .flatMap(step -> Stream.of("copy", "work", "place", "anew").map(mode -> Arguments.of(step, mode)))
                .filter(death -> happens((RecoveryStep) death.get()[0], (String) death.get()[1]));
    }

    private static boolean happens(RecoveryStep step, String mode) {
        return switch (step) {
            case ORIGINAL_NAMED, REPLACED -> !mode.equals("place");
            case REPAIRED -> mode.equals("place");
            default -> true;
        };
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void runningItAgainBringsEverythingBack(RecoveryStep step, String mode) throws Exception {
        Path file = crashed(mode.equals("anew") ? 700 : 1203);
        if (mode.equals("anew")) {
            Files.move(file, new RunPaths(file).creating());
        }
        assertEquals(HALTED, TestJvm.exitCode(Recovery.class, file.toString(), mode, step.name()));
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertTrue(report.isComplete(), report.toString());
        assertEquals(mode.equals("anew") ? 700 : 1203, RecoveredRun.numSamples(file, 0));
        assertEquals("success", RecoveredRun.status(file, 1));
        RecoveredRun.assertContent(file, Hdf5SinkTest.SCHEMA, 2);
        try (Stream<Path> left = Files.list(file.getParent())) {
            assertEquals(List.of(file), left.toList());
        }
    }

    private Path crashed(int steps) throws Exception {
        SinkHarness run = new SinkHarness(folder.resolve("live"), Hdf5SinkTest.SCHEMA, 2, SinkHarness.untimed());
        Path[] file = new Path[1];
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            run.steps(1, 20);
            run.steps(0, steps - 103);
            run.sink.flushNow();
            run.steps(0, 103);
            run.end(1, EpisodeOutcome.success("")).toCompletableFuture().get();
            file[0] = Snapshot.of(run, folder.resolve("crashed"));
        });
        return file[0];
    }

    /** Recovers a run and dies without a word after a certain step. */
    static final class Recovery {
        private Recovery() {}

        public static void main(String[] args) throws IOException {
            RecoveryStep last = RecoveryStep.valueOf(args[2]);
            Path run = Path.of(args[0]);
            new RunRecovery(place(args[1], run), "", step -> {
                        if (step == last) {
                            Runtime.getRuntime().halt(HALTED);
                        }
                    })
                    .recover(run);
        }

        private static RecoveryPlace place(String mode, Path run) {
            return switch (mode) {
                case "place" -> RecoveryPlace.IN_PLACE;
                case "work" -> RecoveryPlace.in(run.getParent().resolveSibling("work"));
                default -> RecoveryPlace.BESIDE;
            };
        }
    }
}
