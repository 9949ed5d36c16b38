package io.github.roboreel.recorder.hdf5.read;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leavings of a run that was asked to stop before, at and after its first episode's begin. */
class StoppedRunTest {
    @TempDir
    Path folder;

    @Test
    void aFileThatIsBeingCreatedIsRemovedAndTheNextRunOpens() throws Exception {
        SinkHarness stopped = harness();
        stopped.context.stopRequest().make(Duration.ofMinutes(1));

        assertFault(RecorderException.class, Kind.INTERRUPTED, stopped::open);

        assertEquals(List.of(), files());
        harness().record(() -> {});
        assertEquals(List.of("run_0.hdf5"), files());
    }

    @Test
    void aFileInWhichNoEpisodeBeganIsRemoved() throws Exception {
        SinkHarness stopped = harness();
        stopped.record(() -> stopped.context.stopRequest().make(Duration.ofMinutes(1)));
        assertEquals(List.of(), files());
    }

    @Test
    void aFileWithAnEpisodeStays() throws Exception {
        SinkHarness stopped = harness();
        stopped.record(() -> {
            stopped.begin(1);
            stopped.steps(1, 3);
            stopped.context.stopRequest().make(Duration.ofMinutes(1));
            stopped.end(1, EpisodeOutcome.aborted("stopped"));
        });
        assertEquals(List.of("run_0.hdf5"), files());
        try (Hdf5RunReader reader = Hdf5RunReader.open(run())) {
            Map<String, Object> attributes = reader.demo("demo_1").attributes();
            assertEquals(3L, attributes.get("num_samples"));
            assertEquals("aborted", attributes.get("status"));
        }
    }

    private SinkHarness harness() {
        return new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 3, SinkHarness.untimed());
    }

    private Path run() {
        return folder.resolve("TestTask").resolve("run_0.hdf5");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(run().getParent())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
