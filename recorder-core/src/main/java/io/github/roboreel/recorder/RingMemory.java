package io.github.roboreel.recorder;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.lang.management.ManagementFactory;

/**
 * Memory outside the heap of a run's ring and of the rows that its producers fill.
 *
 * @param slots of the ring, a power of two
 * @param minSlots what the envs need of them
 * @param slotBytes of the largest row
 * @param rowsBytes of the rows of all envs
 * @param maxBytes that the ring is to take
 * @param jvmBytes that the JVM has outside its heap
 */
record RingMemory(int slots, int minSlots, int slotBytes, long rowsBytes, long maxBytes, long jvmBytes) {
    private static final int MIN_SLOTS_PER_ENV = 4;
    private static final int MAX_SLOTS = 1 << 30;

    /** What a run of so many envs takes by its settings. */
    static RingMemory of(RecorderConfig config, FieldSchema schema, int numEnvs) {
        return of(config, schema, numEnvs, directBytes());
    }

    static RingMemory of(RecorderConfig config, FieldSchema schema, int numEnvs, long jvmBytes) {
        int slotBytes = 0;
        long rowBytes = 0;
        for (FieldPhase phase : FieldPhase.values()) {
            int bytes = schema.layout(phase).rowBytes();
            slotBytes = Math.max(slotBytes, bytes);
            rowBytes += bytes;
        }
        int minSlots = powerOfTwo((long) MIN_SLOTS_PER_ENV * numEnvs);
        int slots = Math.max(minSlots, powerOfTwo(config.get(RecorderSettings.RING_SIZE)));
        long maxBytes = (long) config.get(RecorderSettings.RING_MAX_MB) << 20;
        if (config.get(RecorderSettings.RING_SIZE).equals(RecorderSettings.RING_SIZE.defaultValue())) {
            // The other half is for rows and camera frames.
            long fitting = Long.highestOneBit(Math.min(maxBytes, jvmBytes / 2) / Math.max(1, slotBytes));
            slots = (int) Math.max(minSlots, Math.min(slots, fitting));
        }
        return new RingMemory(slots, minSlots, slotBytes, numEnvs * rowBytes, maxBytes, jvmBytes);
    }

    private static int powerOfTwo(long needed) {
        return (int) Math.min(MAX_SLOTS, Long.highestOneBit(2 * needed - 1));
    }

    long ringBytes() {
        return (long) slots * slotBytes;
    }

    /** Bytes of ring and rows. */
    long bytes() {
        return ringBytes() + rowsBytes;
    }

    /**
     * Refuses what the JVM can never give.
     *
     * @throws ConfigException when it is more than all that the JVM has outside its heap
     */
    void requirePossible() {
        if (bytes() > jvmBytes) {
            throw refusal(null);
        }
    }

    /** The sentence about memory that the JVM has not. */
    ConfigException refusal(Throwable cause) {
        String less = slots > minSlots
                ? Sentence.of(", or set %s to %s", RecorderSettings.RING_SIZE, minSlots)
                : ", record fewer envs, or declare large fields as images";
        return new ConfigException(
                "configuration",
                Sentence.of(
                        "the ring of %s steps of %s bytes and the rows of the envs take %s MiB outside the heap, more"
                                + " than the JVM has left of %s MiB; raise -XX:MaxDirectMemorySize%s",
                        slots, slotBytes, mebibytes(bytes()), mebibytes(jvmBytes), less),
                cause);
    }

    static long mebibytes(long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    /**
     * What buffers outside the heap may take, by the option of the JVM, which follows the heap's bound when it is 0.
     */
    private static long directBytes() {
        HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long given = vm == null
                ? 0
                : Long.parseLong(vm.getVMOption("MaxDirectMemorySize").getValue());
        return given > 0 ? given : Runtime.getRuntime().maxMemory();
    }
}
