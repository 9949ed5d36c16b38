package io.github.roboreel.recorder;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two threads at one env at once: they are never in it together, however one of them got in. */
public final class ThreadGuardRaces {
    private ThreadGuardRaces() {}

    /** An env and a count of the times that two threads were in it. */
    private abstract static class Env {
        final ThreadGuard guard = new ThreadGuard(0);
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger together = new AtomicInteger();

        /** Two rows, as far as the guard admits them. */
        final void rows() {
            for (int row = 0; row < 2; row++) {
                try {
                    guard.enter();
                } catch (IllegalStateException busy) {
                    continue;
                }
                visit();
            }
        }

        final void visit() {
            if (inside.incrementAndGet() > 1) {
                together.incrementAndGet();
            }
            inside.decrementAndGet();
            guard.exit();
        }

        final int meetings() {
            return together.get();
        }
    }

    /** Both record rows. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "never in the env together")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both were in the env")
    @State
    public static class Rows extends Env {
        /** One thread. */
        @Actor
        public void one() {
            rows();
        }

        /** Another. */
        @Actor
        public void other() {
            rows();
        }

        /** Counts meetings. */
        @Arbiter
        public void count(I_Result result) {
            result.r1 = meetings();
        }
    }

    /** Both record rows in the place of a thread that died with one open. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "never in the env together")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both were in the env")
    @State
    public static class RowsAfterDeath extends Env {
        /** A thread dies as the env's owner. */
        public RowsAfterDeath() {
            Thread dying = new Thread(guard::enter);
            dying.start();
            while (dying.isAlive()) {
                Thread.onSpinWait();
            }
        }

        /** One thread. */
        @Actor
        public void one() {
            rows();
        }

        /** Another. */
        @Actor
        public void other() {
            rows();
        }

        /** Counts meetings. */
        @Arbiter
        public void count(I_Result result) {
            result.r1 = meetings();
        }
    }

    /** One records rows, another ends the env's episode in between, which waits for an open row. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "never in the env together")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both were in the env")
    @State
    public static class RowsAndEnd extends Env {
        /** Records rows. */
        @Actor
        public void records() {
            rows();
        }

        /** Ends the episode. */
        @Actor
        public void ends() {
            guard.seize(System.nanoTime() + Long.MAX_VALUE / 2);
            visit();
        }

        /** Counts meetings. */
        @Arbiter
        public void count(I_Result result) {
            result.r1 = meetings();
        }
    }
}
