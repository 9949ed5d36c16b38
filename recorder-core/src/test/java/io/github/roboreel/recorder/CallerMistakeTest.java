package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.SampleFields;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Every mistake throws at the call, says what is wrong, and the step can be completed after it. */
class CallerMistakeTest {
    @TempDir
    private Path folder;

    private TestRecording recording;
    private EpisodeRecorder recorder;
    private EnvRecorder env;

    @BeforeEach
    void open() {
        recording = new TestRecording(folder, 2);
        recorder = recording.open(recording.memorySink());
        env = recorder.env(0);
        recording.begin(env);
        recording.begin(recorder.env(1));
    }

    @AfterEach
    void nothingWrongWasRecorded() {
        StepWriter row = env.step();
        SampleFields.fill(row, recording.schema, FieldPhase.STEP, 0, env.numSamples());
        row.publish();
        recorder.close();
        for (int e = 0; e < 2; e++) {
            Field actions = field("actions");
            double[] kept = recording.runs.readDoubles(recording.run, e, "actions");
            assertEquals(recorder.env(e).numSamples() * 8, kept.length);
            for (int i = 0; i < kept.length; i++) {
                assertEquals(SampleFields.values(actions.spec(), e, i / 8)[i % 8], kept[i]);
            }
        }
    }

    @Test
    void missingFieldsAreNamedAndCanBePutAfterwards() {
        StepWriter row = env.step();
        row.put(field("actions"), new float[8]);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, row::publish);
        assertMessage(refused, "lacks", "types/f16", "types/bool", "obs/camera");
        assertTrue(!refused.getMessage().contains("actions"), refused.getMessage());
        SampleFields.fill(row, recording.schema, FieldPhase.STEP, 0, 0);
        row.publish();
        assertEquals(1, env.numSamples());
    }

    @Test
    void aHandleOfAnotherSchemaIsRefused() {
        StepWriter row = filledRow();
        Field foreign = SampleFields.schema().field("actions");
        assertRefused(() -> row.put(foreign, new float[8]), "actions", "this recorder's schema");
        row.publish();
    }

    @Test
    void aFieldOfAnotherPhaseIsRefused() {
        StepWriter row = filledRow();
        Field initial = field("initial_state/joint_position");
        assertRefused(() -> row.put(initial, new float[7]), "initial_state/joint_position", "initial");
        row.publish();
    }

    @Test
    void wrongDtypesNameFieldExpectedAndGiven() {
        StepWriter row = filledRow();
        assertRefused(() -> row.put(field("types/f16"), new double[3]), "'types/f16'", "float16[3]", "double[]");
        assertRefused(() -> row.put(field("actions"), new int[8]), "'actions'", "float32[8]", "int[]");
        assertRefused(() -> row.put(field("types/i16"), new int[6]), "'types/i16'", "int16", "int[]");
        assertRefused(() -> row.put(field("types/i32"), 1L), "expects int32, 1 value; given 1 value of type long");
        assertRefused(() -> row.put(field("types/u64"), 1), "'types/u64'", "uint64", "int");
        assertRefused(() -> row.put(field("types/bool"), new byte[3]), "'types/bool'", "bool", "byte[]");
        assertRefused(() -> row.put(field("types/u16"), new byte[1]), "'types/u16'", "uint16", "byte[]");
        assertRefused(() -> row.putMetres(field("actions"), new float[8]), "'actions'", "metres");
        row.publish();
    }

    @Test
    void nullInPlaceOfValuesNamesTheField() {
        StepWriter row = filledRow();
        assertRefused(() -> row.put(field("actions"), (float[]) null), "'actions' expects float32[8]; given null");
        assertRefused(() -> row.put(field("obs/camera"), (ByteBuffer) null), "'obs/camera'", "given null");
        row.publish();
        BatchWriter rows = recorder.stepAll();
        assertRefused(() -> rows.put(field("types/text"), (String[]) null), "'types/text'", "given null");
    }

    @Test
    void wrongLengthsNameBothNumbers() {
        StepWriter row = filledRow();
        assertRefused(() -> row.put(field("actions"), new float[7]), "'actions'", "8 values; given 7 values");
        assertRefused(() -> row.put(field("actions"), 1f), "'actions'", "8 values; given 1 value of type float");
        assertRefused(
                () -> row.put(field("obs/camera"), ByteBuffer.allocate(59)), "'obs/camera'", "60 bytes", "59 bytes");
        row.publish();
    }

    @Test
    void valuesThatAreNotFiniteAreRefused() {
        StepWriter row = filledRow();
        float[] actions = new float[8];
        actions[5] = Float.NaN;
        assertRefused(
                () -> row.put(field("actions"), actions),
                "'actions'",
                "finite",
                "NaN",
                "element 5",
                "allowingNonFinite()");
        assertRefused(
                () -> row.put(field("types/f64"), new double[] {0, Double.NEGATIVE_INFINITY}),
                "'types/f64'",
                "-Infinity",
                "element 1");
        row.publish();
    }

    @Test
    void aFloatBeyondFloat16IsRefusedRatherThanStoredAsInfinity() {
        StepWriter row = filledRow();
        assertRefused(() -> row.put(field("types/f16"), new float[] {1, 70_000, 2}), "'types/f16'", "70000");
        row.publish();
    }

    @Test
    void integersOutOfRangeAreRefused() {
        StepWriter row = filledRow();
        assertRefused(() -> row.put(field("types/u16"), -1), "env 0: field 'types/u16'", "0 to 65535", "-1");
        assertRefused(() -> row.put(field("types/u16"), 65_536), "'types/u16'", "65536");
        assertRefused(() -> row.put(field("types/text"), "zoë zoë"), "'types/text'", "7", "8");
        assertRefused(() -> row.put(field("types/text"), "a\0"), "'types/text'", "NUL", "1");
        row.publish();
    }

    @Test
    void batchMistakesNameTheExpectedNumberForAllEnvs() {
        BatchWriter rows = recorder.stepAll();
        SampleFields.fill(rows, recording.schema, 2, 0);
        assertRefused(() -> rows.put(field("actions"), new float[8]), "'actions'", "16 values", "8 values");
        assertRefused(() -> rows.put(field("actions"), new int[16]), "'actions'", "float32[8]");
        rows.publish();
        assertThrows(IllegalStateException.class, rows::publish);
    }

    @Test
    void aBatchWithMissingFieldsPublishesNothing() {
        BatchWriter rows = recorder.stepAll();
        rows.put(field("actions"), new float[16]);
        assertRefused(rows::publish, "lacks", "types/f16");
        assertEquals(0, recorder.env(0).numSamples());
        SampleFields.fill(rows, recording.schema, 2, 0);
        rows.publish();
        assertEquals(1, recorder.env(1).numSamples());
    }

    @Test
    void publishingTwiceIsRefused() {
        StepWriter row = filledRow();
        row.publish();
        IllegalStateException refused = assertThrows(IllegalStateException.class, row::publish);
        assertMessage(refused, "env 0", "no row open");
        assertThrows(IllegalStateException.class, () -> row.put(field("actions"), new float[8]));
    }

    @Test
    void twoThreadsOnOneEnvAtOnceAreNoticed() {
        StepWriter row = filledRow();
        CompletionException refused = assertThrows(
                CompletionException.class,
                () -> TestRecording.inThread(() -> recording.step(env)).join());
        assertEquals(IllegalStateException.class, refused.getCause().getClass());
        assertMessage(refused, "env 0", "'producer'", Thread.currentThread().getName());
        row.publish();
    }

    @Test
    void aRowLeftOpenByADeadThreadDoesNotLockTheEnv() {
        TestRecording.inThread(env::step).join();
        while (env.numSamples() == 0) {
            try {
                filledRow().publish();
            } catch (IllegalStateException stillOpen) {
                Thread.onSpinWait();
            }
        }
        assertEquals(1, env.numSamples());
    }

    @Test
    void anIncompleteFinalObservationLeavesTheEpisodeOpen() {
        recording.step(env);
        assertRefused(() -> env.end(EpisodeOutcome.success(""), row -> {}), "final_obs/joint_position");
        assertTrue(env.isRecording());
    }

    @Test
    void thereAreOnlySoManyEnvs() {
        assertRefused(() -> recorder.env(2), "env 2", "0 to 1");
        assertRefused(() -> recorder.env(-1), "env -1");
    }

    private StepWriter filledRow() {
        StepWriter row = env.step();
        SampleFields.fill(row, recording.schema, FieldPhase.STEP, 0, env.numSamples());
        return row;
    }

    private Field field(String path) {
        return recording.schema.field(path);
    }

    private static void assertRefused(Executable mistake, String... words) {
        assertMessage(assertThrows(IllegalArgumentException.class, mistake), words);
    }

    private static void assertMessage(Exception refused, String... words) {
        for (String word : words) {
            String message = refused.getMessage();
            assertTrue(message.contains(word), "'" + word + "' is missing in: " + message);
        }
    }

    @Test
    void aDepthImageTakesValuesOfItsTypeOnly() {
        StepWriter row = env.step();
        Field range = field("obs/range_cam");
        Field depth = field("obs/depth_camera");
        FloatBuffer values = FloatBuffer.allocate(10).put(7, Float.POSITIVE_INFINITY);
        assertMessage(
                assertThrows(IllegalArgumentException.class, () -> row.put(range, values)),
                "obs/range_cam",
                "Infinity at element 7",
                "allowingNonFinite()");
        assertMessage(
                assertThrows(IllegalArgumentException.class, () -> row.put(range, new float[9])),
                "float32[2, 5, 1]",
                "9 values of type float[]");
        assertMessage(
                assertThrows(IllegalArgumentException.class, () -> row.put(depth, ShortBuffer.allocate(11))),
                "uint16[3, 4, 1]",
                "11 values of type ShortBuffer");
        assertMessage(
                assertThrows(IllegalArgumentException.class, () -> row.put(depth, new byte[24])),
                "uint16[3, 4, 1]",
                "byte[]");
    }
}
