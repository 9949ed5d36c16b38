package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DurableLagTest {
    private final long[] recorded = new long[2];
    private final long[] durable = new long[2];
    private final DurableLag lag = new DurableLag(
            new DurableLag.Counts() {
                @Override
                public int numEnvs() {
                    return 2;
                }

                @Override
                public long recorded(int env) {
                    return recorded[env];
                }

                @Override
                public long durable(int env) {
                    return durable[env];
                }
            },
            2);

    @Test
    void stepsAreThoseOfAllEnvs() {
        recorded[0] = 7;
        durable[0] = 4;
        recorded[1] = 5;
        durable[1] = 5;
        assertEquals(3, lag.steps());
    }

    @Test
    void whatWaitsCountsFromTheLookThatSawItFirst() {
        look(0);
        recorded[0] = 3;
        look(100);
        assertEquals(0, lag.milliseconds());
        recorded[0] = 9;
        durable[0] = 2;
        look(300);
        assertEquals(200, lag.milliseconds());
    }

    @Test
    void aSlowEnvThatGetsOnIsNotTakenForAStuckOne() {
        recorded[0] = 10;
        look(0);
        durable[0] = 10;
        recorded[0] = 20;
        look(100);
        assertEquals(0, lag.milliseconds());
        durable[0] = 15;
        look(150);
        assertEquals(50, lag.milliseconds());
    }

    @Test
    void theSlowestEnvCounts() {
        recorded[0] = 1;
        look(0);
        recorded[1] = 1;
        look(100);
        assertEquals(100, lag.milliseconds());
        durable[0] = 1;
        look(200);
        assertEquals(100, lag.milliseconds());
        durable[1] = 1;
        look(300);
        assertEquals(0, lag.milliseconds());
        assertEquals(0, lag.steps());
    }

    private void look(long milliseconds) {
        lag.sample(TimeUnit.MILLISECONDS.toNanos(milliseconds));
    }
}
