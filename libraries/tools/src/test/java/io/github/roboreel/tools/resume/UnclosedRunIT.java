package io.github.roboreel.tools.resume;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.OutputLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of recorders that died, without which a recording does not continue. */
class UnclosedRunIT {
    private static final RecordingIdentity IDENTITY =
            ResumptionIT.identity("WaveTask", 2, 5, "default", "sine", "none");

    @TempDir
    Path parent;

    private Path folder;
    private Path envFolder;

    @BeforeEach
    void leaveTraces() throws IOException {
        folder = parent.resolve("it's mine");
        envFolder = Files.createDirectories(folder.resolve("WaveTask"));
        Files.writeString(envFolder.resolve("run_0.staging"), "rows");
        Files.writeString(envFolder.resolve("run_2.hdf5.creating"), "half a file");
        Files.writeString(folder.resolve("episode_results.jsonl"), "{\"torn");
    }

    @Test
    void nothingIsTouchedAndTheWayOnIsNamed() throws IOException {
        try (OutputLock lock = OutputLock.acquire(folder)) {
            TreeMap<String, String> before = contents();

            RoboReelException refused =
                    assertFault(RoboReelException.class, Kind.UNCLOSED, () -> Resumption.of(lock, IDENTITY));

            assertEquals(before, contents());
            assertEquals(
                    envFolder + "/run_0.hdf5, " + envFolder
                            + "/run_2.hdf5 were not closed by the recorder, or damaged since",
                    refused.getMessage());
            assertEquals(
                    new Advice(Advice.Action.RECOVER, folder.toString()),
                    refused.advice().orElseThrow());
        }
    }

    @Test
    void anotherRecordingIsRefusedAsSuch() throws IOException {
        Files.writeString(envFolder.resolve("env_cfg.json"), "{}");
        RecordingIdentity other = ResumptionIT.identity("PushTask", 2, 5, "default", "sine", "none");
        try (OutputLock lock = OutputLock.acquire(folder)) {
            assertFault(RoboReelException.class, Kind.CONFLICT, () -> Resumption.of(lock, other));
        }
    }

    @Test
    void whatARecoveryCouldNotBringBackMakesWay() throws IOException {
        String live = RunFolder.liveLogFile(0, 1);
        Files.writeString(envFolder.resolve(live), "events");
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.afterRecovery(lock, IDENTITY);
            assertEquals("{\"torn", Files.readString(resumption.tornLine().orElseThrow()));
            assertTrue(resumption.completeRun(0).isEmpty());
            Path aside = resumption.makeWay(0).orElseThrow().folder();
            assertEquals("rows", Files.readString(aside.resolve("run_0.staging")));
            assertFalse(Files.exists(envFolder.resolve("run_0.staging")));
            assertEquals("events", Files.readString(aside.resolve(live)));
            assertFalse(Files.exists(envFolder.resolve(live)));
            assertTrue(Files.exists(envFolder.resolve("run_2.hdf5.creating")));
        }
    }

    private TreeMap<String, String> contents() throws IOException {
        TreeMap<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(folder.relativize(file).toString(), Files.readString(file));
            }
        }
        return contents;
    }
}
