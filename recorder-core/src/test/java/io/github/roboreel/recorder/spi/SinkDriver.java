package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.RowLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls a sink as the recorder does, on the test's own thread: rows are overwritten right after each call, as a ring's
 * slots are, and frames are counted.
 */
final class SinkDriver {
    private final EpisodeSink sink;
    private final FieldSchema schema;
    private final List<CountedFrame> frames = new ArrayList<>();
    private final Map<Integer, List<EpisodeEvent>> events = new HashMap<>();
    private TestContext context;

    SinkDriver(EpisodeSink sink, FieldSchema schema) {
        this.sink = sink;
        this.schema = schema;
    }

    void open(RecorderConfig config, RunSpec run) throws IOException {
        context = new TestContext(config, run, schema);
        sink.open(context);
    }

    void begin(int env) throws IOException {
        Row row = new Row(FieldPhase.INITIAL, env, 0);
        sink.onBegin(env, row);
        row.spoil();
    }

    void step(int env, long step) throws IOException {
        Row row = new Row(FieldPhase.STEP, env, step);
        sink.onStep(env, step, row);
        row.spoil();
    }

    /** Of the step that was last, counted from 0. */
    void event(int env, long step, String name) throws IOException {
        EpisodeEvent event = EpisodeEvent.of(name, (int) step + 1, name + " of env " + env, 0.5);
        events.computeIfAbsent(env, e -> new ArrayList<>()).add(event);
        sink.onEvent(env, event);
    }

    CompletionStage<SinkReport> end(int env, long numSamples, EpisodeOutcome outcome, boolean withFinal)
            throws IOException {
        Row row = withFinal ? new Row(FieldPhase.FINAL, env, numSamples) : null;
        CompletionStage<SinkReport> finalized =
                sink.onEnd(env, new EpisodeEnd(numSamples, outcome, events.getOrDefault(env, List.of()), row));
        if (row != null) {
            row.spoil();
        }
        return finalized;
    }

    /** What the sink reported through its context, or null. */
    Throwable failure() {
        return context.failure().get();
    }

    /** Frames the sink still holds. */
    long framesHeld() {
        return frames.stream().filter(f -> f.holders.get() != 0).count();
    }

    private final class Row implements RowView {
        private final RowLayout layout;
        private final ByteBuffer bytes;
        private final List<CountedFrame> images = new ArrayList<>();

        Row(FieldPhase phase, int env, long step) {
            layout = schema.layout(phase);
            bytes = ByteBuffer.allocateDirect(layout.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
            for (Field field : layout.fields()) {
                if (field.spec().image()) {
                    CountedFrame frame = new CountedFrame(field.spec().rowBytes());
                    images.add(frame);
                    encode(field, frame.bytes, 0, env, step);
                } else {
                    encode(field, bytes, field.offsetBytes(), env, step);
                }
            }
            frames.addAll(images);
        }

        private void encode(Field field, ByteBuffer to, int at, int env, long step) {
            double[] values = SampleFields.values(field.spec(), env, step);
            for (int i = 0; i < values.length; i++) {
                int size = field.spec().dtype().bytes();
                SampleFields.encode(field.spec().dtype(), to, at + i * size, values[i]);
            }
        }

        /** The slot is used again: who kept a reference to it reads rubbish now. */
        void spoil() {
            for (int i = 0; i < bytes.capacity(); i++) {
                bytes.put(i, (byte) 0x5a);
            }
            images.forEach(CountedFrame::release);
        }

        @Override
        public RowLayout layout() {
            return layout;
        }

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public Frame frame(Field image) {
            return images.get(image.imageIndex());
        }
    }

    private static final class CountedFrame implements Frame {
        private final ByteBuffer bytes;
        private final AtomicInteger holders = new AtomicInteger(1);

        CountedFrame(int size) {
            bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
        }

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public int sizeBytes() {
            return bytes.capacity();
        }

        @Override
        public void retain() {
            holders.incrementAndGet();
        }

        @Override
        public void release() {
            if (holders.decrementAndGet() == 0) {
                for (int i = 0; i < bytes.capacity(); i++) {
                    bytes.put(i, (byte) 0x5a);
                }
            }
        }
    }
}
