package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run file that cannot grow any more: a real JVM under a real file size limit. */
class SinkFailureIT {
    private static final int LIMIT_KIB = 12_288;

    @TempDir
    Path folder;

    @Test
    void aFileThatCannotGrowFailsTheSinkAndKeepsStaging() throws Exception {
        Process java = start();
        String out = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        java.waitFor();
        assertEquals(0, java.exitValue(), out);
        assertTrue(
                out.contains("FAILED: "
                        + folder.resolve("TestTask/run_0.hdf5")
                        + " cannot be written any more: HDF5 could not write a chunk: it"
                        + " hit the file size limit; recover the run to complete it from"
                        + " run_0.staging"),
                out);
        assertFalse(out.contains("HDF5-DIAG"), out);
        assertTrue(out.contains("PROMISES: failed"), out);
        assertTrue(out.contains("CALLER: " + folder.resolve("TestTask/run_0.hdf5") + " cannot"), out);
        assertTrue(Files.exists(folder.resolve("TestTask/run_0.staging")), "staging is kept");
        String rows = H5py.run(folder.resolve("TestTask/run_0.hdf5"), """
                        import h5py, sys
                        f = h5py.File(sys.argv[1], 'r', swmr=True)
                        d = f['data/demo_0']
                        n = int(d.attrs['num_samples'])
                        assert n >= 500 and d['noise'].shape[0] >= n
                        assert len(d['noise'][:n]) == n
                        print('readable')
                        """);
        assertEquals("readable", rows);
    }

    private Process start() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                "/bin/bash",
                "-c",
                "ulimit -f " + LIMIT_KIB + "; exec \"$@\"",
                "limited",
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Recording.class.getName(),
                folder.toString());
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Records rows that do not compress until the sink fails. */
    static final class Recording {
        private Recording() {}

        public static void main(String[] args) throws Exception {
            FieldSchema schema = FieldSchema.of(FieldSpec.step("noise", DType.FLOAT64, 100));
            SinkHarness run =
                    new SinkHarness(Path.of(args[0]), schema, 2, SinkHarness.untimed(Hdf5Settings.COMPRESSION, "none"));
            run.open();
            run.begin(0);
            run.begin(1);
            run.steps(1, 10);
            CompletableFuture<?> ended = null;
            try {
                for (int i = 0; i < 100; i++) {
                    run.steps(0, 500);
                }
            } catch (java.io.IOException e) {
                System.out.println("CALLER: " + e.getMessage());
            }
            try {
                ended = run.end(1, EpisodeOutcome.success("")).toCompletableFuture();
            } catch (java.io.IOException e) {
                ended = CompletableFuture.failedFuture(e);
            }
            System.out.println("PROMISES: " + (ended.isCompletedExceptionally() ? "failed" : "?"));
            System.out.println("FAILED: " + run.context.failure().get().getMessage());
            run.close();
        }
    }
}
