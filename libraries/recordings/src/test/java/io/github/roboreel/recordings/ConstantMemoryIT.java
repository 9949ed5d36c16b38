package io.github.roboreel.recordings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.transform.Episodes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small JVM goes through more than ten times its heap, in an order that looks random. */
class ConstantMemoryIT {
    private static final int HEAP_MEBIBYTES = 32;
    private static final int ENVS = 6;
    private static final int STEPS = 1000;
    private static final int HEIGHT = 120;
    private static final int WIDTH = 160;
    private static final String NUMBER = "number";
    private static final String PICTURE = "obs/cam";
    private static final FieldSchema SCHEMA =
            FieldSchema.of(FieldSpec.step(NUMBER, DType.INT32), FieldSpec.image(PICTURE, HEIGHT, WIDTH));

    @TempDir
    private Path folder;

    @Test
    void everyStepComesOnceHoweverSmallTheHeap() throws Exception {
        record();
        long values = (long) ENVS * STEPS * HEIGHT * WIDTH * 3;
        assertTrue(values > 10L * (HEAP_MEBIBYTES << 20), values + " bytes of values");
        Process reader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + HEAP_MEBIBYTES + "m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.library.path=" + System.getProperty("java.library.path"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reader.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, reader.waitFor(), said);
        assertEquals("each of " + ENVS * STEPS + " steps once", said.strip());
    }

    private void record() {
        RunSpec run = RunSpec.builder(folder, "Large")
                .run(0)
                .envs(ENVS, "Large")
                .dtSeconds(0.1)
                .build();
        byte[] picture = new byte[HEIGHT * WIDTH * 3];
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, SCHEMA).open()) {
            recorder.envs().forEach(EnvRecorder::begin);
            for (int step = 0; step < STEPS; step++) {
                for (int env = 0; env < ENVS; env++) {
                    int number = env * STEPS + step;
                    Arrays.fill(picture, grey(number));
                    StepWriter row = recorder.env(env).step();
                    row.put(SCHEMA.field(NUMBER), number);
                    row.put(SCHEMA.field(PICTURE), picture);
                    row.publish();
                }
            }
            recorder.envs()
                    .forEach(env -> env.end(EpisodeOutcome.success("done")).join());
        }
    }

    private static byte grey(int number) {
        return (byte) (number % 251);
    }

    /** Says whether it saw every step once, with its picture. */
    static final class Reader {
        private Reader() {}

        /** Reads a folder. */
        public static void main(String[] args) throws Exception {
            int[] seen = new int[ENVS * STEPS];
            try (Recordings recordings = Recordings.open(Path.of(args[0]))) {
                Episodes.of(recordings, NUMBER, PICTURE)
                        .shuffle(ENVS, 7)
                        .interleave(2, 1)
                        .shuffle(40, 7)
                        .forEach(step -> see(step, seen));
            }
            boolean isOnce = Arrays.stream(seen).allMatch(count -> count == 1);
            System.out.println(isOnce ? "each of " + seen.length + " steps once" : Arrays.toString(seen));
        }

        private static void see(Step step, int[] seen) {
            int number = (int) step.get(NUMBER).getLong(0);
            seen[number]++;
            byte[] picture = step.get(PICTURE).bytes();
            if (picture[0] != grey(number) || picture[picture.length - 1] != grey(number)) {
                throw new IllegalStateException("another picture at " + number);
            }
        }
    }
}
