package io.github.roboreel.recorder;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.ProducerType;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The ring between producers and sinks. Publishing takes no lock, and makes no system call unless a sink sleeps because
 * nothing came for a while: {@link IdleWaitStrategy}.
 */
final class StepRing {
    private static final long FULL = -1;

    private final RingBuffer<StepEvent> buffer;
    private final List<SinkConsumer> consumers;
    private final ProducerWait wait;

    /** Slots that no ring uses yet, with all the memory that they take. */
    static final class Slots {
        private final RingBuffer<StepEvent> buffer;

        /** @throws ConfigException when the JVM has not that much */
        Slots(RingMemory memory, FieldSchema schema, String waitStrategy) {
            memory.requirePossible();
            int images = schema.maxImages();
            try {
                buffer = RingBuffer.create(
                        ProducerType.MULTI,
                        () -> new StepEvent(memory.slotBytes(), images),
                        memory.slots(),
                        strategy(waitStrategy));
            } catch (OutOfMemoryError e) {
                throw memory.refusal(e);
            }
        }
    }

    /**
     * Whether the Disruptor there is can be used: its classes do not state their version, 4.0 has this method first.
     */
    static boolean isDisruptorUsable() {
        return Arrays.stream(RingBuffer.class.getMethods())
                .anyMatch(method -> method.getName().equals("isAvailable"));
    }

    StepRing(Slots slots, List<SinkHandler> handlers, ProducerWait wait, String name) {
        this.buffer = slots.buffer;
        this.wait = wait;
        consumers = handlers.stream().map(h -> consumer(h, name)).toList();
    }

    private SinkConsumer consumer(SinkHandler handler, String name) {
        String threadName = name + "-" + handler.sink().name();
        return new SinkConsumer(buffer, handler, task -> daemon(task, threadName));
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts one thread per sink. */
    void start() {
        consumers.forEach(SinkConsumer::start);
    }

    /** Who consumes, in the order of the sinks. */
    List<SinkConsumer> consumers() {
        return consumers;
    }

    /**
     * Claims {@code count} slots and returns the last; parks while there is not that much room.
     *
     * @throws RecorderException when the recording has failed
     */
    long claim(int count) {
        return claim(count, Long.MAX_VALUE);
    }

    /**
     * As {@link #claim(int)}, for so long at most.
     *
     * @throws RecorderException when there was no room in time, or the recording has failed
     */
    long claim(int count, long patienceNanos) {
        wait.checkHealth();
        long last = tryClaim(count);
        return last != FULL ? last : claimParked(count, patienceNanos);
    }

    private long claimParked(int count, long patienceNanos) {
        long begunNanos = wait.begin();
        try {
            long last = tryClaim(count);
            while (last == FULL) {
                wait.pause(begunNanos, patienceNanos);
                last = tryClaim(count);
            }
            return last;
        } finally {
            wait.end(begunNanos);
        }
    }

    StepEvent slot(long sequence) {
        return buffer.get(sequence);
    }

    void publish(long first, long last) {
        buffer.publish(first, last);
    }

    int sinkCount() {
        return consumers.size();
    }

    /** The places of the sinks that the recording is worthless without. */
    BitSet dataSinks() {
        BitSet places = new BitSet();
        for (SinkConsumer consumer : consumers) {
            places.set(consumer.handler().index(), consumer.handler().isData());
        }
        return places;
    }

    /** Events published and not yet consumed by the slowest sink. */
    long backlog() {
        return buffer.getBufferSize() - buffer.remainingCapacity();
    }

    /** Ends the threads once the events they are at are over; waits for that until the deadline. */
    boolean halt(Deadline deadline) {
        consumers.forEach(SinkConsumer::halt);
        return deadline.await(() -> consumers.stream().noneMatch(SinkConsumer::isRunning));
    }

    /** Waits until everything published is consumed; false when it was not in time. */
    boolean drain(Deadline deadline) {
        return deadline.await(() -> backlog() == 0);
    }

    /** Who is not through with everything published. */
    List<SinkConsumer> behind() {
        return consumers.stream().filter(SinkConsumer::isBehind).toList();
    }

    /** Waits until a sink's own thread is out of the sink; false when it was not in time. */
    boolean awaitLeft(int sink, Deadline deadline) {
        return deadline.await(() -> !consumers.get(sink).isInsideSink());
    }

    private long tryClaim(int count) {
        try {
            return buffer.tryNext(count);
        } catch (InsufficientCapacityException full) {
            return FULL;
        }
    }

    private static WaitStrategy strategy(String name) {
        return switch (name) {
            case "yielding" -> new YieldingWaitStrategy();
            case "busy_spin" -> new BusySpinWaitStrategy();
            default -> new IdleWaitStrategy();
        };
    }
}
