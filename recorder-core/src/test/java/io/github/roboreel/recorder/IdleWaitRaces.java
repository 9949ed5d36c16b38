package io.github.roboreel.recorder;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.dsl.ProducerType;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A sink lies down to sleep while a producer publishes: it does not sleep through the step. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "it has seen the step")
@Outcome(expect = Expect.FORBIDDEN, desc = "it came back without the step")
@State
public class IdleWaitRaces {
    private final RingBuffer<long[]> ring =
            RingBuffer.create(ProducerType.MULTI, () -> new long[1], 2, new IdleWaitStrategy(0, 0));
    private final SequenceBarrier barrier = ring.newBarrier();

    /** The simulator. */
    @Actor
    public void producer() {
        ring.publish(ring.next());
    }

    /** The sink's thread; never woken, it hangs. */
    @Actor
    public void sink(J_Result result) {
        long available = -1;
        while (available < 0) {
            // It also comes back for a step that is claimed and not published yet.
            available = availableFrom(0);
        }
        result.r1 = available;
    }

    private long availableFrom(long sequence) {
        try {
            return barrier.waitFor(sequence);
        } catch (AlertException | InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }
}
