package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recorder.spi.SampleFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slot that was claimed and never filled, which only a dying JVM can leave. */
class RingHoleTest {
    private static final RecorderConfig CONFIG = RecorderConfig.builder()
            .set(RecorderSettings.STALL_LIMIT_SECONDS, 0.5)
            .set(RecorderSettings.RING_SIZE, 4)
            .build();

    @TempDir
    private Path folder;

    private TestRecording recording;
    private MemorySink sink;
    private RecorderParts parts;
    private StepRing ring;
    private RowBuffer row;
    private StepWriter writer;

    @BeforeEach
    void startRing() throws Exception {
        recording = new TestRecording(folder, 1);
        Files.createDirectories(recording.run.envFolder());
        sink = recording.memorySink();
        parts = RecorderParts.of(
                CONFIG,
                recording.run,
                recording.schema,
                List.of(sink),
                MetricSets.of(Map.of()),
                recording.meters,
                new RecordingHealth());
        SinkSet sinks = new SinkSet(parts, closing -> {});
        sinks.open(new StopRequest());
        ring = new StepRing(
                parts.memory().slots(), sinks.handlers(), parts.memory().full(), "test");
        ring.start();
        row = new RowBuffer(
                0, recording.schema, FieldPhase.INITIAL, parts.memory().frames());
        writer = TestRecording.writer(row);
    }

    @Test
    void anEmptiedSlotIsPassedOverAndShowsNobodyAnOldEvent() {
        for (int round = 0; round < 3; round++) {
            publish(StepEvent.Kind.BEGIN);
            for (int i = 0; i < 2; i++) {
                publish(StepEvent.Kind.VOID);
            }
        }
        assertTrue(ring.drain(Deadline.inSeconds(10)) && ring.halt(Deadline.inSeconds(10)));
        assertEquals(List.of("open", "begin 0", "begin 0", "begin 0"), sink.calls());
    }

    @Test
    void aSlotThatIsNeverPublishedFailsWhoWaitsBehindItAndBlamesNoSink() {
        StallWatch watch = new StallWatch(parts, ring.consumers(), "watch");
        watch.start();
        ring.claim(1);
        RecorderException failed = assertThrows(RecorderException.class, () -> {
            while (true) {
                publish(StepEvent.Kind.VOID);
            }
        });
        watch.stop();
        assertTrue(failed.getMessage().contains("no sink is behind"), failed.getMessage());
    }

    private void publish(StepEvent.Kind kind) {
        long sequence = ring.claim(1);
        if (kind == StepEvent.Kind.VOID) {
            ring.slot(sequence).setVoid();
        } else {
            SampleFields.fill(writer, recording.schema, FieldPhase.INITIAL, 0, 0);
            ring.slot(sequence).set(kind, 0, 0, row, 1);
        }
        ring.publish(sequence, sequence);
    }
}
