package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are copied when they are closed. */
class ClosingCompactionTest {
    private static final int FILE_BYTES = 10_000_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "true, 500_000, 1, true",
        "true, 499_999, 1, false",
        "true, 500_000, 100, true",
        "true, 503_808, 123, true",
        "true, 503_807, 123, false",
        "true, 9_000_000, 2_198, false",
        "false, 9_000_000, 1, false",
    })
    void decide_deadBytesAndDatasets_isWhetherTheCopyIsWorthItsTime(
            boolean wanted, String deadBytes, String datasets, boolean expected) throws IOException {
        SinkHarness run = new SinkHarness(
                folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed(Hdf5Settings.COMPACT_ON_CLOSE, wanted));
        Path file = Files.write(folder.resolve("run_0.hdf5"), new byte[FILE_BYTES]);
        assertEquals(expected, new ClosingCompaction(run.context, file).decide(number(deadBytes), number(datasets)));
    }

    private static long number(String text) {
        return Long.parseLong(text.replace("_", ""));
    }
}
