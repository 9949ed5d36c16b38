package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdleWaitStrategyTest {
    private static final int HANG_SECONDS = 120;

    private final RingBuffer<long[]> ring =
            RingBuffer.create(ProducerType.MULTI, () -> new long[1], 8, new IdleWaitStrategy());
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void endThreads() {
        threads.forEach(Thread::interrupt);
    }

    private FutureTask<Long> inThread(Callable<Long> work) {
        FutureTask<Long> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "waiting");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return task;
    }

    /** Without a time at which it would wake by itself. */
    private void awaitAsleep() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                assertTrue(System.nanoTime() < deadline, "it is " + thread.getState());
                Thread.sleep(1);
            }
        }
    }

    private void publish() {
        ring.publish(ring.next());
    }

    @Test
    void waitFor_stepComesAfterALongSilence_everySleepingSinkIsWoken() throws Exception {
        SequenceBarrier one = ring.newBarrier();
        SequenceBarrier other = ring.newBarrier();
        FutureTask<Long> first = inThread(() -> one.waitFor(0));
        FutureTask<Long> second = inThread(() -> other.waitFor(1));
        awaitAsleep();
        publish();
        assertEquals(0, first.get(HANG_SECONDS, TimeUnit.SECONDS));
        publish();
        assertEquals(1, second.get(HANG_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void waitFor_stepCameBefore_returnsAllThatAreThere() throws Exception {
        publish();
        publish();
        assertEquals(1, ring.newBarrier().waitFor(0));
    }

    @Test
    void alert_sinkSleeps_itsWaitEnds() throws Exception {
        SequenceBarrier barrier = ring.newBarrier();
        FutureTask<Long> wait = inThread(() -> barrier.waitFor(0));
        awaitAsleep();
        barrier.alert();
        Throwable end = assertThrows(ExecutionException.class, () -> wait.get(HANG_SECONDS, TimeUnit.SECONDS));
        assertEquals(AlertException.class, end.getCause().getClass());
    }

    @Test
    void alert_anotherSinkSleeps_itSleepsOn() throws Exception {
        SequenceBarrier alerted = ring.newBarrier();
        SequenceBarrier other = ring.newBarrier();
        FutureTask<Long> wait = inThread(() -> alerted.waitFor(0));
        FutureTask<Long> otherWait = inThread(() -> other.waitFor(0));
        awaitAsleep();
        alerted.alert();
        assertThrows(ExecutionException.class, () -> wait.get(HANG_SECONDS, TimeUnit.SECONDS));
        threads.remove(0);
        awaitAsleep();
        publish();
        assertEquals(0, otherWait.get(HANG_SECONDS, TimeUnit.SECONDS));
    }
}
