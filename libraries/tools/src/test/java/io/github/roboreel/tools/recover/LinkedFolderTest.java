package io.github.roboreel.tools.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An env folder that is a link is left alone; that is a loss only where there is work in it. */
class LinkedFolderTest {
    @TempDir
    Path work;

    private Path folder;
    private Path elsewhere;

    @BeforeEach
    void link() throws IOException {
        folder = Files.createDirectory(work.resolve("out"));
        elsewhere = Files.createDirectory(work.resolve("big disk"));
        Files.createSymbolicLink(folder.resolve("WaveTask"), elsewhere);
    }

    @Test
    void aLinkToAFolderWithoutUnclosedRunsIsNoLoss() throws IOException {
        FolderRecoveryReport report = recover();
        assertTrue(report.isComplete(), report.losses().toString());
        assertTrue(report.notes().get(0).contains("WaveTask is a symbolic link"));
    }

    @Test
    void aRunBehindALinkThatWasNotClosedIsALoss() throws IOException {
        Files.writeString(elsewhere.resolve("run_0.staging"), "rows");
        FolderRecoveryReport report = recover();
        assertFalse(report.isComplete());
        assertEquals(List.of(), report.runs());
        assertEquals("rows", Files.readString(elsewhere.resolve("run_0.staging")));
    }

    private FolderRecoveryReport recover() throws IOException {
        return FolderRecovery.recover(folder, MetricSets.onClassPath(RecorderConfig.defaults()), RecoveryPlace.BESIDE);
    }
}
