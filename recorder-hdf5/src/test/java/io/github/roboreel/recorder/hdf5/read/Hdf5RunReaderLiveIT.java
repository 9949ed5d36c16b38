package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.RunReaderFixture;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading while a recorder writes, and after the recorder died. */
class Hdf5RunReaderLiveIT {
    @TempDir
    Path folder;

    private Path run;
    private Process recorder;
    private BufferedReader answers;
    private BufferedWriter commands;

    @BeforeEach
    void startRecorder() throws IOException {
        run = folder.resolve("run_0.hdf5");
        recorder = RunReaderFixture.start("live", run.toString());
        answers = recorder.inputReader();
        commands = recorder.outputWriter();
        assertEquals("ready", answers.readLine());
    }

    @AfterEach
    void stopRecorder() {
        recorder.destroyForcibly();
    }

    private void send(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
    }

    private void append(int rowsAfter) throws IOException {
        send("append");
        assertEquals(String.valueOf(rowsAfter), answers.readLine());
    }

    @Test
    void growthIsSeenThroughOneReader() throws IOException {
        append(300);
        try (Hdf5RunReader reader = Hdf5RunReader.open(run)) {
            assertTrue(reader.isLive());
            EpisodeReader demo = reader.demo("demo_0");
            assertEquals(300, demo.numSamples());
            assertEquals(300, demo.readDoubles("actions").length / 8);
            for (int rows = 600; rows <= 1800; rows += 300) {
                append(rows);
                assertEquals(rows, demo.numSamples());
                assertEquals(rows, demo.info("actions").rows());
                double[] last = demo.readDoubles("actions", rows - 1, rows);
                assertEquals(rows * 8 - 8.0, last[0]);
                assertEquals(499 * 8.0, demo.readDoubles("actions", 499, 500 <= rows ? 500 : 499)[0]);
            }
        }
    }

    @Test
    void aClosedFileIsNoLongerLive() throws IOException {
        append(300);
        send("close");
        assertEquals("closed", answers.readLine());
        try (Hdf5RunReader reader = Hdf5RunReader.open(run)) {
            assertFalse(reader.isLive());
            assertEquals(300, reader.demo("demo_0").numSamples());
        }
    }

    @Test
    void aDeadRecordersFileIsRefused() throws IOException {
        append(300);
        send("die");
        assertEquals(128 + 9, RunReaderFixture.exitCode(recorder));
        IOException error = assertThrows(IOException.class, () -> Hdf5RunReader.open(run));
        assertTrue(error.getMessage().startsWith(run + " was not closed by its recorder"), error.getMessage());
    }

    @Test
    void aReaderDoesNotCountAsRecorder() throws IOException {
        append(300);
        try (Hdf5RunReader reader = Hdf5RunReader.open(run)) {
            send("die");
            assertEquals(128 + 9, RunReaderFixture.exitCode(recorder));
            assertThrows(IOException.class, () -> Hdf5RunReader.open(run));
            assertEquals(2400, reader.demo("demo_0").readDoubles("actions").length);
        }
    }

    @Test
    void aRecorderInThisProcessCanBeReadAlong() throws IOException {
        Path own = folder.resolve("own.hdf5");
        Hdf5.load();
        try (H5File file = H5File.create(own, 1 << 20)) {
            file.root().createGroup("data").close();
            file.root().createGroup("data/demo_3").close();
            file.startSwmrWrite();
            try (Hdf5RunReader reader = Hdf5RunReader.open(own)) {
                assertTrue(reader.isLive());
                assertEquals(List.of("demo_3"), reader.demoNames());
            }
        }
        try (Hdf5RunReader reader = Hdf5RunReader.open(own)) {
            assertFalse(reader.isLive());
        }
    }
}
