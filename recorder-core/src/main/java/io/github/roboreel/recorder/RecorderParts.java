package io.github.roboreel.recorder;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.UnstoredImages;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** What a run needs before anything is created on disk. */
record RecorderParts(
        List<EpisodeSink> sinks,
        List<SinkHolds> holds,
        MetricSets metricSets,
        RecordingHealth health,
        RecorderMeters meters,
        ProducerWait full,
        FrameSource frames) {
    static RecorderParts of(
            RecorderConfig config, RunSpec run, FieldSchema schema, List<EpisodeSink> sinks, MeterRegistry registry) {
        if (sinks.isEmpty()) {
            throw new IllegalArgumentException(
                    "a recording needs at least one sink; given none, is recorder-hdf5 on the class path?");
        }
        UnstoredImages.requireConsumed(schema, sinks);
        MetricSets metricSets = MetricSets.onClassPath(config);
        RecordingHealth health = new RecordingHealth();
        RecorderMeters meters =
                new RecorderMeters(registry, run, schema.layout(FieldPhase.STEP).payloadBytes());
        ProducerWait wait = new ProducerWait(health, meters.producerWait());
        List<Field> images = new ArrayList<>();
        for (FieldPhase phase : FieldPhase.values()) {
            images.addAll(schema.layout(phase).images());
        }
        long budgetBytes = (long) config.get(RecorderSettings.FRAME_POOL_MB) << 20;
        List<SinkHolds> holds = sinks.stream().map(s -> new SinkHolds(s.name())).toList();
        return new RecorderParts(
                List.copyOf(sinks),
                holds,
                metricSets,
                health,
                meters,
                wait,
                new FrameSource(images, run.numEnvs(), budgetBytes, wait, holds));
    }
}
