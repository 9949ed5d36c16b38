package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.TestRow;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;

/** Compares a run file with {@link TestRow}'s formula, value by value. */
public final class RecoveredRun {
    private RecoveredRun() {}

    /** Every row of every demo is right, and every dataset of a demo equally long. */
    public static void assertContent(Path file, FieldSchema schema, int numEnvs) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            long total = 0;
            for (int env = 0; env < numEnvs; env++) {
                EpisodeReader demo = reader.demo("demo_" + env);
                assertDemo(demo, schema, env);
                total += demo.numSamples();
            }
            assertEquals(total, reader.attributes().get("total"));
        }
    }

    /** As {@link #assertContent} where single rows may have been lost. */
    public static void assertStepContent(Path file, FieldSchema schema, int numEnvs) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            for (int env = 0; env < numEnvs; env++) {
                EpisodeReader demo = reader.demo("demo_" + env);
                for (FieldPhase phase : FieldPhase.values()) {
                    for (Field field : schema.layout(phase).fields()) {
                        long rows = demo.info(field.spec().path()).rows();
                        long steps = demo.numSamples();
                        assertTrue(phase == FieldPhase.STEP ? rows == steps : rows <= 1);
                        long first = phase == FieldPhase.FINAL ? steps : 0;
                        assertRows(demo, field, env, first, rows);
                    }
                }
            }
        }
    }

    private static void assertDemo(EpisodeReader demo, FieldSchema schema, int env) throws IOException {
        long steps = demo.numSamples();
        for (Field field : schema.layout(FieldPhase.STEP).fields()) {
            assertEquals(steps, demo.info(field.spec().path()).rows(), demo.name() + "/" + field);
            assertRows(demo, field, env, 0, steps);
        }
        for (Field field : schema.layout(FieldPhase.INITIAL).fields()) {
            long rows = demo.info(field.spec().path()).rows();
            assertTrue(rows == 1 || rows == 0 && steps == 0, demo.name() + "/" + field);
            assertRows(demo, field, env, 0, rows);
        }
        for (Field field : schema.layout(FieldPhase.FINAL).fields()) {
            long rows = demo.info(field.spec().path()).rows();
            assertRows(demo, field, env, steps, rows);
        }
    }

    private static void assertRows(EpisodeReader demo, Field field, int env, long firstStep, long rows)
            throws IOException {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (long row = 0; row < rows; row++) {
            expected.writeBytes(TestRow.values(field, env, firstStep + row));
        }
        byte[] stored = demo.readBytes(field.spec().path(), 0, rows);
        assertArrayEquals(expected.toByteArray(), stored, demo.name() + "/" + field);
    }

    public static long numSamples(Path file, int env) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            return reader.demo("demo_" + env).numSamples();
        }
    }

    public static String status(Path file, int env) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            return reader.demo("demo_" + env).attributes().get("status").toString();
        }
    }

    /** Stock h5py opens the file as any other, and so does h5dump. */
    public static void assertStockToolsRead(Path file) throws IOException, InterruptedException {
        String read = """
                import h5py, sys
                with h5py.File(sys.argv[1], 'r') as f:
                    n = 0
                    def visit(name, x):
                        global n
                        if isinstance(x, h5py.Dataset):
                            n += x[...].size
                    f.visititems(visit)
                    print('read')
                """;
        assertEquals("read", H5py.run(file, read));
        Process dump = new ProcessBuilder("h5dump", "-H", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        dump.waitFor();
        assertEquals(0, dump.exitValue(), "h5dump");
    }
}
