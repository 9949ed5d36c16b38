package io.github.roboreel.recorder;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The ring between producers and sinks. Publishing takes no lock and makes no system call: the wait
 * strategies offered poll and are never signalled.
 */
final class StepRing {
    private static final long FULL = -1;
    private static final int SPINS_BEFORE_SLEEP = 100;
    private static final long SLEEP_NANOS = 100_000;

    private final Disruptor<StepEvent> disruptor;
    private final RingBuffer<StepEvent> buffer;
    private final List<SinkHandler> handlers;
    private final List<Thread> threads = new ArrayList<>();
    private final ProducerWait wait;

    StepRing(
            int size,
            FieldSchema schema,
            String waitStrategy,
            List<SinkHandler> handlers,
            ProducerWait wait,
            String name) {
        this.handlers = handlers;
        this.wait = wait;
        int rowBytes = 0;
        int images = 0;
        for (FieldPhase phase : FieldPhase.values()) {
            rowBytes = Math.max(rowBytes, schema.layout(phase).rowBytes());
            images = Math.max(images, schema.layout(phase).images().size());
        }
        int slotBytes = rowBytes;
        int slotImages = images;
        disruptor =
                new Disruptor<>(
                        () -> new StepEvent(slotBytes, slotImages),
                        size,
                        task -> sinkThread(task, name),
                        ProducerType.MULTI,
                        strategy(waitStrategy));
        buffer = disruptor.getRingBuffer();
        disruptor.setDefaultExceptionHandler(new FailSink());
    }

    /** Starts one thread per sink. */
    void start() {
        disruptor.handleEventsWith(handlers.toArray(SinkHandler[]::new));
        disruptor.start();
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
        return last != FULL ? last : wait.until(() -> boxed(tryClaim(count)), patienceNanos);
    }

    StepEvent slot(long sequence) {
        return buffer.get(sequence);
    }

    void publish(long first, long last) {
        buffer.publish(first, last);
    }

    int sinkCount() {
        return handlers.size();
    }

    /** Events published and not yet consumed by the slowest sink. */
    long backlog() {
        return buffer.getBufferSize() - buffer.remainingCapacity();
    }

    /**
     * Waits until everything published is consumed, then ends the threads.
     *
     * @return false when the sinks were not through in time; their threads may then still run
     */
    boolean shutdown(long timeoutSeconds) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        while (backlog() > 0 && System.nanoTime() - deadline < 0) {
            Parking.park();
        }
        boolean drained = backlog() == 0;
        disruptor.halt();
        while (threads.stream().anyMatch(Thread::isAlive) && System.nanoTime() - deadline < 0) {
            Parking.park();
        }
        return drained && threads.stream().noneMatch(Thread::isAlive);
    }

    private long tryClaim(int count) {
        try {
            return buffer.tryNext(count);
        } catch (InsufficientCapacityException full) {
            return FULL;
        }
    }

    private static Long boxed(long sequence) {
        return sequence == FULL ? null : Long.valueOf(sequence);
    }

    private Thread sinkThread(Runnable task, String name) {
        Thread thread = new Thread(task, name + "-" + handlers.get(threads.size()).sink().name());
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    private static WaitStrategy strategy(String name) {
        return switch (name) {
            case "yielding" -> new YieldingWaitStrategy();
            case "busy_spin" -> new BusySpinWaitStrategy();
            default -> new SleepingWaitStrategy(SPINS_BEFORE_SLEEP, SLEEP_NANOS);
        };
    }

    /** The library's own handler would end the thread and leave producers hanging. */
    private final class FailSink implements ExceptionHandler<StepEvent> {
        @Override
        public void handleEventException(Throwable cause, long sequence, StepEvent event) {
            handlers.forEach(h -> h.fail(cause));
        }

        @Override
        public void handleOnStartException(Throwable cause) {
            handlers.forEach(h -> h.fail(cause));
        }

        @Override
        public void handleOnShutdownException(Throwable cause) {
            handlers.forEach(h -> h.fail(cause));
        }
    }
}
