package io.github.roboreel.recorder;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The watch gives a sink up and has its place taken over while the sink comes back from an event: whatever the order,
 * each event is consumed and each frame comes back once.
 */
@JCStressTest
@Outcome(id = "3, 0, 0", expect = Expect.ACCEPTABLE, desc = "all consumed, every frame came back once")
@Outcome(expect = Expect.FORBIDDEN, desc = "an event or a frame is lost, or a frame came back twice")
@State
public class TakeOverRaces {
    private static final int STEPS = 3;
    private static final FieldSchema SCHEMA = FieldSchema.of(FieldSpec.image("obs/camera", 1, 1));
    private static final Field CAMERA = SCHEMA.field("obs/camera");
    private static final SimpleMeterRegistry METERS = new SimpleMeterRegistry();

    private final SinkHolds holds = new SinkHolds("stuck");
    private final RecordingHealth health = new RecordingHealth();
    private final FrameSource frames = new FrameSource(
            List.of(CAMERA), 1, 3 * STEPS, 1, new ProducerWait(health, METERS.timer("waits")), List.of(holds));
    private final SinkHandler handler = new SinkHandler(
            0, new RetainingSink(), holds, 1, 1, health, closing -> {}, METERS.counter("failures"), steps -> {});
    private final SinkConsumer consumer;
    private Runnable work;

    /** A ring with some steps, and a sink that has seen none. */
    public TakeOverRaces() {
        RowBuffer row = new RowBuffer(0, SCHEMA, FieldPhase.STEP, frames);
        int rowBytes = row.layout().rowBytes();
        RingBuffer<StepEvent> ring =
                RingBuffer.createSingleProducer(() -> new StepEvent(rowBytes, 1), 4, new EndOfRing());
        consumer = new SinkConsumer(ring, handler, task -> {
            work = task;
            return StandIn.ALIVE;
        });
        for (int step = 0; step < STEPS; step++) {
            row.put(CAMERA, new byte[3], 0);
            long slot = ring.next();
            ring.get(slot).set(StepEvent.Kind.STEP, 0, step, row, 1);
            ring.publish(slot);
        }
        consumer.start();
    }

    /** The sink's own thread. */
    @Actor
    public void sink() {
        work.run();
    }

    /** The watch, then the thread that took the sink's place. */
    @Actor
    public void watch() {
        handler.giveUp(new RecorderException(Kind.STALLED, "stuck"));
        boolean takenOver = consumer.takeOver();
        frames.takeBackFrom(0);
        if (takenOver) {
            work.run();
        }
    }

    /** Counts the frames that came back, the consumer being behind, and releases that were refused. */
    @Arbiter
    public void count(III_Result result) {
        try {
            while (result.r1 <= STEPS) {
                frames.acquire(CAMERA);
                result.r1++;
            }
        } catch (RecorderException none) {
            // A failed recording does not wait for frames.
        }
        result.r2 = consumer.isBehind() ? 1 : 0;
        Throwable failure = health.failure().getCause();
        result.r3 = (int) Stream.of(failure.getSuppressed())
                .filter(e -> e.getMessage().contains("released more often"))
                .count();
    }

    /** Holds each frame for a moment longer than its event needs. */
    private static final class RetainingSink implements EpisodeSink {
        @Override
        public String name() {
            return "stuck";
        }

        @Override
        public Role role() {
            return Role.DATA;
        }

        @Override
        public void open(SinkContext context) {
            // Nothing to make.
        }

        @Override
        public void onBegin(int env, RowView initial) {
            // Not kept.
        }

        @Override
        public void onStep(int env, long step, RowView row) {
            Frame frame = row.frame(CAMERA);
            frame.retain();
            frame.release();
        }

        @Override
        public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
            return CompletableFuture.completedFuture(SinkReport.NONE);
        }

        @Override
        public void close() {
            // Nothing was made.
        }
    }

    /** Ends the following of the ring where the ring ends. */
    private static final class EndOfRing implements WaitStrategy {
        @Override
        public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
                throws AlertException {
            if (cursor.get() < sequence) {
                throw AlertException.INSTANCE;
            }
            return cursor.get();
        }

        @Override
        public void signalAllWhenBlocking() {
            // No thread blocks.
        }
    }

    /** A thread that lives forever, in whose name the actors do the consumer's work. */
    private static final class StandIn extends Thread {
        static final StandIn ALIVE = new StandIn();

        private StandIn() {
            super("stand-in");
            setDaemon(true);
            super.start();
        }

        @Override
        public void start() {
            // It lives, and its work is an actor's.
        }

        @Override
        public void run() {
            while (true) {
                LockSupport.park();
            }
        }
    }
}
