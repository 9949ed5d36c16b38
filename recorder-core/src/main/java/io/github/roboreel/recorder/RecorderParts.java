package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MetricSets;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a run that are made before anything is created on disk. */
record RecorderParts(
        RecorderConfig config,
        RunSpec run,
        FieldSchema schema,
        List<EpisodeSink> sinks,
        MetricSets metricSets,
        RecordingHealth health,
        RecorderMeters meters,
        Memory memory) {
    private static final Logger LOG = LoggerFactory.getLogger(RecorderParts.class);

    /**
     * Checks that they fit together, and takes the memory of the ring and the camera frames.
     *
     * @throws ConfigException when the JVM has not that much
     */
    static RecorderParts of(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            List<EpisodeSink> sinks,
            MetricSets metricSets,
            MeterRegistry registry,
            RecordingHealth health) {
        if (sinks.isEmpty()) {
            throw new IllegalArgumentException(
                    "a recording needs at least one sink; given none, is recorder-hdf5 on the class path?");
        }
        RecorderMeters meters =
                new RecorderMeters(registry, run, schema.layout(FieldPhase.STEP).payloadBytes());
        try {
            Memory memory = Memory.of(config, run, schema, sinks, new ProducerWait(health, meters.producerWait()));
            return new RecorderParts(config, run, schema, List.copyOf(sinks), metricSets, health, meters, memory);
        } catch (Throwable e) {
            Undo.after(e, meters::close);
            throw e;
        }
    }

    /**
     * Where steps and camera frames are until every sink has had them.
     *
     * @param full how a producer waits for room
     * @param holds the frames that each sink holds, in the order of the sinks
     * @param slots of the ring
     */
    record Memory(ProducerWait full, List<SinkHolds> holds, FrameSource frames, StepRing.Slots slots) {
        private static Memory of(
                RecorderConfig config, RunSpec run, FieldSchema schema, List<EpisodeSink> sinks, ProducerWait full) {
            List<Field> images = new ArrayList<>();
            for (FieldPhase phase : FieldPhase.values()) {
                images.addAll(schema.layout(phase).images());
            }
            int sharers = run.isContinuous() ? RunEngine.MAX_OPEN : 1;
            List<SinkHolds> holds =
                    sinks.stream().map(s -> new SinkHolds(s.name())).toList();
            return new Memory(
                    full,
                    holds,
                    new FrameSource(
                            images,
                            run.numEnvs(),
                            (long) config.get(RecorderSettings.FRAME_POOL_MB) << 20,
                            sharers,
                            full,
                            holds),
                    slots(config, run, schema));
        }

        private static StepRing.Slots slots(RecorderConfig config, RunSpec run, FieldSchema schema) {
            RingMemory memory = RingMemory.of(config, schema, run.numEnvs());
            StepRing.Slots slots = new StepRing.Slots(memory, schema, config.get(RecorderSettings.WAIT_STRATEGY));
            if (memory.slots() < config.get(RecorderSettings.RING_SIZE) || memory.ringBytes() > memory.maxBytes()) {
                LOG.info(
                        "run {} of {}: the ring holds {} steps of {} bytes, {} MiB; {} is {}, {} is {}",
                        run.run(),
                        run.envName(),
                        memory.slots(),
                        memory.slotBytes(),
                        RingMemory.mebibytes(memory.ringBytes()),
                        RecorderSettings.RING_SIZE,
                        config.get(RecorderSettings.RING_SIZE),
                        RecorderSettings.RING_MAX_MB,
                        config.get(RecorderSettings.RING_MAX_MB));
            }
            return slots;
        }
    }
}
