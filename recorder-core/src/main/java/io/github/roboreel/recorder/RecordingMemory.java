package io.github.roboreel.recorder;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;

/** Memory that a recording takes; to be asked before anything is created. */
public final class RecordingMemory {
    private RecordingMemory() {}

    /**
     * About how many bytes a run takes with every sink on the class path, native and mapped ones included: ring, rows,
     * camera frames, and what each sink says. The simulator is not in it.
     *
     * @throws IllegalArgumentException when a sink does not take the schema
     */
    public static long bytes(RecorderConfig config, FieldSchema schema, int numEnvs) {
        return RingMemory.of(config, schema, numEnvs).bytes()
                + frameBytes(config, schema, numEnvs)
                + sinkBytes(config, schema, numEnvs, numEnvs);
    }

    /**
     * As {@link #bytes(RecorderConfig, FieldSchema, int)}, of continuous episodes: as many runs as may be open at once.
     *
     * @param numDemos places for demos in a run file
     */
    public static long ofContinuous(RecorderConfig config, FieldSchema schema, int numEnvs, int numDemos) {
        long frames = frameBytes(config, schema, numEnvs);
        long ofRun = bytes(config, schema, numEnvs) - frames - sinkBytes(config, schema, numEnvs, numEnvs);
        return frames + RunEngine.MAX_OPEN * (ofRun + sinkBytes(config, schema, numEnvs, numDemos));
    }

    private static long frameBytes(RecorderConfig config, FieldSchema schema, int numEnvs) {
        long budget = (long) config.get(RecorderSettings.FRAME_POOL_MB) << 20;
        long rowBytes = Arrays.stream(FieldPhase.values())
                .flatMap(phase -> schema.layout(phase).images().stream())
                .mapToLong(Field::rowBytes)
                .sum();
        return Math.min(budget, FrameSource.MAX_ROWS_PER_ENV * numEnvs * rowBytes);
    }

    private static long sinkBytes(RecorderConfig config, FieldSchema schema, int numEnvs, int numDemos) {
        return StreamSupport.stream(
                        ServiceLoader.load(EpisodeSinkProvider.class).spliterator(), false)
                .mapToLong(provider -> provider.memoryBytes(config, schema, numEnvs, numDemos))
                .sum();
    }
}
