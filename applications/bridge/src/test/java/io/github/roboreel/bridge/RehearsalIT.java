package io.github.roboreel.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recording that loads what closing another one needs. */
class RehearsalIT {
    @TempDir
    Path temp;

    @Test
    void record_compactsARunFile_asCloseDoes() throws IOException {
        Rehearsal.record(temp, RecorderConfig.defaults());
        Path run = temp.resolve("Rehearsal/run_0.hdf5");
        assertFalse(Files.exists(run.resolveSibling("run_0.staging")));
        assertFalse(RunCompaction.compact(run).compacted());
    }

    @Test
    void rehearse_leavesNothing() throws IOException {
        new Rehearsal(temp).rehearse(RecorderConfig.defaults());
        try (Stream<Path> left = Files.list(temp)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
