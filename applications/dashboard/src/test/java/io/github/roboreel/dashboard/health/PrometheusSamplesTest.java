package io.github.roboreel.dashboard.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusSamplesTest {
    @Test
    void seriesOfANameAreJoined() {
        PrometheusSamples samples = PrometheusSamples.of("""
                # HELP steps steps that were "consumed"
                # TYPE steps counter
                steps_total{env="a",run="0"} 3.0
                steps_total{env="b{},\\"x\\\\",run="1",} 4 1700000000
                plain 2.5e3
                left NaN
                more +Inf
                less -Inf
                steps_total{env="a" 5
                steps_total x
                """);
        assertEquals(7, samples.sum("steps_total"));
        assertEquals(4, samples.max("steps_total"));
        assertEquals(3, samples.min("steps_total"));
        assertEquals(4, samples.sum("steps_total", "env", "b{},\"x\\"));
        assertEquals(Map.of("a", 3L, "b{},\"x\\", 4L), samples.counts("steps_total", "env"));
        assertEquals(2500, samples.sum("plain"));
        for (String unknown : new String[] {"left", "more", "less", "absent", "steps"}) {
            assertNull(samples.sum(unknown), unknown);
        }
    }

    @Test
    void otherRecordersOfTheProcessAreLeftOut(@TempDir Path folder) {
        PrometheusSamples samples = PrometheusSamples.of("steps{recorder=\"" + folder
                + "/.\"} 1\nsteps{recorder=\"/elsewhere\"} 2\n" + "steps{recorder=\"\"} 4\ncpu 8\n");
        assertEquals(1, samples.ofRecorder(folder).sum("steps"));
        assertEquals(8, samples.ofRecorder(folder).sum("cpu"));
    }

    @Test
    void aRateIsKnownFromTheSecondLookOnUnlessTheCounterBeganAnew() {
        Look first = new Look(PrometheusSamples.of("steps 10"), 1_000_000_000L);
        Look second = new Look(PrometheusSamples.of("steps 16"), 3_000_000_000L);
        assertEquals(3.0, second.rate("steps", first));
        assertNull(first.rate("steps", null));
        assertNull(second.rate("steps", second));
        assertNull(new Look(PrometheusSamples.of("steps 1"), 4_000_000_000L).rate("steps", second));
        assertNull(second.rate("absent", first));
    }
}
