package io.github.roboreel.tools.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that a process keeps open whose recording failed; it does not hold the folder's lock any more. */
class HeldRunTest {
    @TempDir
    Path folder;

    @Test
    void recover_aRunThatIsStillOpen_namesItAndLeavesItAlone() throws IOException {
        Path env = Files.createDirectory(folder.resolve("WaveTask"));
        Path staging = Files.writeString(env.resolve("run_0.staging"), "rows");
        try (FileChannel open = FileChannel.open(staging, StandardOpenOption.WRITE)) {
            assertEquals(4, open.size());
            FolderRecoveryReport report = recover();
            assertEquals(List.of(), report.runs());
            assertEquals(
                    List.of(env.resolve("run_0.hdf5")
                            + " is open for writing in a running process; end that process, then recover again"),
                    report.losses());
        }
        assertEquals("rows", Files.readString(staging));
        assertEquals(1, recover().runs().size());
    }

    private FolderRecoveryReport recover() throws IOException {
        return FolderRecovery.recover(folder, MetricSets.onClassPath(RecorderConfig.defaults()), RecoveryPlace.BESIDE);
    }
}
