package io.github.roboreel.recorder;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads at one sink's hold on a frame: however they meet, the frame comes back once. */
public final class SinkFrameRaces {
    private SinkFrameRaces() {}

    /** A frame that the sink was shown, and retains for a thread of its own. */
    private abstract static class Shown {
        final SinkHolds sink = new SinkHolds("stuck");
        final FramePool pool = new FramePool(1, 1, List.of(sink));
        final SinkFrame frame = pool.tryAcquire().of(0);
        private volatile int refused;

        Shown() {
            frame.lend();
            frame.retain();
        }

        final void release() {
            try {
                frame.release();
            } catch (IllegalStateException e) {
                refused = 1;
            }
        }

        final void retainAndRelease() {
            try {
                frame.retain();
            } catch (IllegalStateException gone) {
                // The sink was given up in the meantime.
                return;
            }
            release();
        }

        /** How often the frame came back, and whether a release was refused. */
        final void count(II_Result result) {
            while (result.r1 <= 1 && pool.tryAcquire() != null) {
                result.r1++;
            }
            result.r2 = refused;
        }
    }

    /** The sink's own thread comes back from its event while its other thread uses the frame. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the frame came back once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the frame is lost, or came back twice")
    @State
    public static class EventAndWorker extends Shown {
        /** The event is over. */
        @Actor
        public void event() {
            release();
        }

        /** The sink's other thread. */
        @Actor
        public void worker() {
            retainAndRelease();
            release();
        }

        /** Counts. */
        @Arbiter
        public void back(II_Result result) {
            count(result);
        }
    }

    /** The sink is given up while it uses the frame. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the frame came back once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the frame is lost, or came back twice")
    @State
    public static class SinkAndWatch extends Shown {
        /** The sink. */
        @Actor
        public void sink() {
            release();
            retainAndRelease();
            release();
        }

        /** The watch gives the sink up. */
        @Actor
        public void watch() {
            sink.giveUp();
            frame.takeBack();
        }

        /** Counts. */
        @Arbiter
        public void back(II_Result result) {
            count(result);
        }
    }
}
