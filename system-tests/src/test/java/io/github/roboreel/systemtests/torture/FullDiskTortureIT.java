package io.github.roboreel.systemtests.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.SmallDisk;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.systemtests.SystemTestsMain;
import io.github.roboreel.tools.recover.FolderRecovery;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Torture runs on disks that get full wherever they happen to, then get room again: {@code recover} brings back what
 * was acknowledged, as the conformance checker says.
 */
class FullDiskTortureIT {
    private static final Path CHECKER = Path.of(System.getProperty("roboreel.home"), "conformance", "check_torture.py");
    private static final int ENVS = 2;
    private static final int STEPS = 3000;

    @TempDir
    Path mountPoint;

    @TempDir
    Path scratch;

    @ParameterizedTest
    @CsvSource({"1000, 0", "10200, 1"})
    void whatWasAcknowledgedComesBack(int sizeKib, int cameras) throws Exception {
        String said = fill(sizeKib, cameras);
        assertTrue(said.contains("; make room on its disk"), said);
    }

    /** From an open that fails to a run that just fits. */
    @ParameterizedTest
    @ValueSource(ints = {8, 20, 40, 60, 100, 700, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200, 2300})
    @Tag("slow")
    void itDoesSoWhereverTheDiskGetsFull(int sizeKib) throws Exception {
        fill(sizeKib, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1500, 3000, 6000, 9000, 9500, 9700, 10000, 10500, 11000})
    @Tag("slow")
    void itDoesSoWithCameras(int sizeKib) throws Exception {
        fill(sizeKib, 1);
    }

    /** Returns what the recording said. */
    private String fill(int sizeKib, int cameras) throws Exception {
        CameraSize size = cameras == 0 ? null : new CameraSize(96, 72);
        TortureSpec spec = new TortureSpec(ENVS, cameras == 0 ? STEPS : 1500, 0, size, cameras, 0);
        try (SmallDisk disk = SmallDisk.mount(mountPoint, sizeKib)) {
            Path output = disk.root().resolve("output");
            String said = record(spec, output);
            disk.resize(500_000);
            long acknowledged = acknowledged();
            recover(output, acknowledged);
            Files.copy(scratch.resolve("ack"), TortureChild.ackFile(output));
            ContentCheck check = ContentCheck.run(CHECKER, output, spec, acknowledged);
            assertEquals(List.of(), check.violations(), said);
            assertTrue(check.recovered() >= acknowledged, said);
            return said;
        }
    }

    private static void recover(Path output, long acknowledged) throws IOException {
        if (Files.exists(output)) {
            FolderRecoveryReport report = FolderRecovery.recover(
                    output, MetricSets.onClassPath(RecorderConfig.defaults()), RecoveryPlace.BESIDE);
            assertTrue(report.isComplete(), report.toString());
        } else {
            assertEquals(0, acknowledged);
        }
    }

    private long acknowledged() throws IOException {
        Path ack = scratch.resolve("ack");
        return AckFile.isThere(ack, ENVS) ? AckFile.open(ack, ENVS).sum() : 0;
    }

    /** Ends by itself, saying why when it is not whole. */
    private String record(TortureSpec spec, Path output) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(
                List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.library.path=/usr/lib/jni"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(SystemTestsMain.class.getName(), "torture"));
        command.addAll(spec.options());
        command.addAll(List.of("--output-dir", output.toString()));
        command.addAll(List.of("--ack", scratch.resolve("ack").toString()));
        Path log = scratch.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int exitCode = process.waitFor();
        String said = Files.readString(log);
        boolean explained = said.contains("make room on its disk") || said.contains("No space left");
        assertTrue(exitCode == 0 || exitCode == 1 && explained, said);
        return said;
    }
}
