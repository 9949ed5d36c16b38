package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import org.junit.jupiter.api.Test;

class RingMemoryTest {
    private static final int TIMES_BYTES = 16;
    private static final long JVM_BYTES = 4L << 30;

    @Test
    void smallRowsGetTheDefaultRing() {
        RingMemory memory = of(RecorderConfig.defaults(), 100, 16);
        assertEquals(4096, memory.slots());
        assertEquals(4096L * (400 + TIMES_BYTES), memory.ringBytes());
        assertEquals(16L * (400 + TIMES_BYTES), memory.rowsBytes());
    }

    @Test
    void aDefaultRingIsLoweredToWhatItsMemoryHolds() {
        assertEquals(128, of(RecorderConfig.defaults(), 300_000, 1).slots());
        assertEquals(2048, of(maxMb(1024, 4096), 100_000, 4).slots());
        assertEquals(4, of(maxMb(1, 4096), 300_000, 1).slots());
    }

    @Test
    void aDefaultRingIsLoweredToHalfOfWhatTheJvmHas() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("cloud", DType.FLOAT32, 300_000));
        assertEquals(
                16,
                RingMemory.of(RecorderConfig.defaults(), schema, 1, 64 << 20).slots());
        assertEquals(
                4, RingMemory.of(RecorderConfig.defaults(), schema, 1, 1 << 20).slots());
    }

    @Test
    void fourStepsOfEachEnvAreTakenWhateverTheyNeed() {
        RingMemory clouds = of(RecorderConfig.defaults(), 300_000, 64);
        assertEquals(256, clouds.slots());
        assertTrue(clouds.ringBytes() > clouds.maxBytes());
        assertEquals(8, of(RecorderConfig.defaults(), 13_000_000, 2).slots());
        assertEquals(16, of(RecorderConfig.defaults(), 13_000_000, 3).slots());
    }

    @Test
    void aRingThatIsSetToAnotherSizeIsTakenAsItIs() {
        assertEquals(8192, of(maxMb(1, 8192), 300_000, 1).slots());
        assertEquals(512, of(maxMb(1, 512), 300_000, 1).slots());
        assertEquals(1024, of(maxMb(1, 512), 300_000, 200).slots());
    }

    @Test
    void whatTheJvmCannotGiveIsRefusedWithWhatToDo() {
        ConfigException tooMany = assertThrows(
                ConfigException.class, () -> of(maxMb(1, 1 << 24), 2_500_000, 1).requirePossible());
        assertWords(tooMany, "16777216 steps of 10000016 bytes", "MaxDirectMemorySize", "recorder.ring_size to 4");
        ConfigException tooLarge = assertThrows(
                ConfigException.class,
                () -> of(RecorderConfig.defaults(), 250_000_000, 4096).requirePossible());
        assertWords(tooLarge, "16384 steps", "MaxDirectMemorySize", "fewer envs");
    }

    private static void assertWords(ConfigException refused, String... words) {
        for (String word : words) {
            assertTrue(refused.getMessage().contains(word), refused.getMessage());
        }
    }

    private static RecorderConfig maxMb(int mebibytes, int ringSize) {
        return RecorderConfig.builder()
                .set(RecorderSettings.RING_MAX_MB, mebibytes)
                .set(RecorderSettings.RING_SIZE, ringSize)
                .build();
    }

    private static RingMemory of(RecorderConfig config, int floats, int numEnvs) {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("cloud", DType.FLOAT32, floats));
        return RingMemory.of(config, schema, numEnvs, JVM_BYTES);
    }
}
