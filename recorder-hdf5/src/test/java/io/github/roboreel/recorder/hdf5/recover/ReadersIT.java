package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers in other processes that hold the file, or try to, whatever the writer does. */
class ReadersIT {
    /**
     * Obeys a word per line. {@code hold} opens the file in SWMR mode and keeps it; {@code rows} refreshes and compares
     * all rows there; {@code plain} opens it as any other file.
     */
    private static final String READER = """
            import h5py, sys, numpy as np
            path, held = sys.argv[1], None
            def compare(f):
                x = f['data/demo_0/subtask/completed']
                if hasattr(x.id, 'refresh') and f.swmr_mode: x.refresh()
                n = x.shape[0]
                want = ((31 * np.arange(n) + 13 * 4) % 1000).astype('u1')
                assert (x[:n] == want).all(), np.flatnonzero(x[:n] != want)[:5]
                return n
            print('ready', flush=True)
            for word in sys.stdin:
                word = word.strip()
                try:
                    if word == 'hold':
                        held = h5py.File(path, 'r', swmr=True)
                        print('held', flush=True)
                    elif word == 'rows':
                        print(compare(held), flush=True)
                    elif word in ('plain', 'r+'):
                        with h5py.File(path, 'r' if word == 'plain' else 'r+') as f:
                            print(compare(f), flush=True)
                except OSError as e:
                    print('refused:', e, flush=True)
            """;

    @TempDir
    Path folder;

    /** A reader: one word in, one line out. */
    private static final class Reader implements AutoCloseable {
        private final Process process;
        private final PrintWriter words;
        private final BufferedReader lines;

        Reader(Path file, boolean locking) throws IOException {
            ProcessBuilder builder = new ProcessBuilder("/usr/bin/python3", "-c", READER, file.toString());
            builder.environment().put("HDF5_USE_FILE_LOCKING", locking ? "TRUE" : "FALSE");
            process = builder.redirectErrorStream(true).start();
            words = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
            lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            assertEquals("ready", lines.readLine());
        }

        String say(String word) throws IOException {
            words.println(word);
            return lines.readLine();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private SinkHarness run() {
        RecorderConfig.Builder config = RecorderConfig.builder().set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, 0.1);
        return new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, config);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readersThatHoldTheFileDisturbNeitherTheWriterNorItsClose(boolean locking) throws Exception {
        SinkHarness run = run();
        run.open();
        run.begin(0);
        run.steps(0, 40);
        run.sink.flushNow();
        try (Reader holder = new Reader(run.file(), locking);
                Reader plain = new Reader(run.file(), locking)) {
            assertEquals("held", holder.say("hold"));
            assertEquals("40", holder.say("rows"));
            assertRefused(plain.say("plain"));
            assertRefused(plain.say("r+"));
            run.steps(0, 1200);
            run.sink.flushNow();
            assertEquals("1240", holder.say("rows"));
            assertRefused(plain.say("plain"));
            run.steps(0, 3);
            run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
            run.close();
            assertNull(run.context.failure().get());
            assertEquals("1243", holder.say("rows"));
            assertEquals("1243", plain.say("plain"));
        }
        RecoveredRun.assertContent(run.file(), Hdf5SinkTest.SCHEMA, 1);
        RecoveredRun.assertStockToolsRead(run.file());
    }

    private static void assertRefused(String line) {
        assertTrue(line.startsWith("refused: "), line);
        assertTrue(line.contains("open for write") || line.contains("unable to lock"), line);
    }

    /** A reader that looked into the live file still has it when the recorder dies. */
    @Test
    void aReaderThatHoldsTheFileDisturbsNoRecovery() throws Exception {
        Path dead = folder.resolve("dead/TestTask/run_0.hdf5");
        recordAndDie(dead);
        try (Reader holder = new Reader(dead, true)) {
            assertEquals("held", holder.say("hold"));
            assertEquals("30", holder.say("rows"));
            RecoveryReport report = RunRecovery.onCopy().recover(dead);
            assertTrue(report.isComplete(), report.toString());
            assertEquals(RecoveryReport.Outcome.RECOVERED, report.outcome());
            assertEquals("30", holder.say("rows"));
            assertEquals(33, RecoveredRun.numSamples(dead, 0));
            RecoveredRun.assertContent(dead, Hdf5SinkTest.SCHEMA, 1);
        }
    }

    /** In place it is the reader's own file that changes, under a lock if the reader has one. */
    @Test
    void aReaderThatHoldsTheFileDisturbsNoRecoveryInPlace() throws Exception {
        Path dead = folder.resolve("dead/TestTask/run_0.hdf5");
        recordAndDie(dead);
        try (Reader holder = new Reader(dead, true)) {
            assertEquals("held", holder.say("hold"));
            RecoveryReport report = RunRecovery.inPlace().recover(dead);
            assertTrue(report.isComplete(), report.toString());
        }
        assertEquals(33, RecoveredRun.numSamples(dead, 0));
        RecoveredRun.assertContent(dead, Hdf5SinkTest.SCHEMA, 1);
    }

    /** 30 steps are flushed, 3 are staged; a copy of the files is what a killed process leaves. */
    private void recordAndDie(Path dead) throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.steps(0, 30);
            run.sink.flushNow();
            run.steps(0, 3);
            Files.createDirectories(dead.getParent());
            for (Path file : List.of(run.file(), run.staging())) {
                Path copy = dead.resolveSibling(file.getFileName());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        });
    }
}
