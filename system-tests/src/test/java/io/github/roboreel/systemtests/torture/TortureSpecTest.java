package io.github.roboreel.systemtests.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TortureSpecTest {
    @Test
    void theOptionsOfAChildSayTheSame() {
        TortureSpec spec = new TortureSpec(2, 30, 15, new CameraSize(320, 180), 2, 50);
        assertEquals(
                List.of(
                        "--num_envs",
                        "2",
                        "--steps",
                        "30",
                        "--pace-hz",
                        "15.0",
                        "--images",
                        "320x180",
                        "--cameras",
                        "2",
                        "--flush-interval-steps",
                        "50"),
                spec.options());
    }

    @Test
    void theOptionsOfAChildSayThatEpisodesAreContinuous() {
        TortureSpec spec = new TortureSpec(2, 30, 0, null, 0, 0).continuous(1, 7);
        assertEquals(
                List.of(
                        "--num_envs",
                        "2",
                        "--steps",
                        "30",
                        "--episodes",
                        "continuous",
                        "--episodes-per-file",
                        "2",
                        "--length-seed",
                        "7"),
                spec.options());
    }

    /** Computed by the formula of conformance/torture.md. */
    @Test
    void lengthsOfContinuousEpisodesAreThoseOfTheChecker() {
        TortureSpec spec = new TortureSpec(2, 30, 0, null, 0, 0).continuous(4, 5);
        assertEquals(
                List.of(10, 13, 81, 84, 52),
                IntStream.range(0, 5).map(spec::lengthOf).boxed().toList());
    }

    @Test
    void badOptionsAreNamed() {
        for (String size : List.of("320", "0x5", "axb", "320X180", "-1x3")) {
            Exception e = assertThrows(IllegalArgumentException.class, () -> CameraSize.parse(size));
            assertTrue(e.getMessage().startsWith("--images is "), e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> new TortureSpec(0, 1, 0, null, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new TortureSpec(1, 1, -1, null, 0, 0));
        Exception e = assertThrows(IllegalArgumentException.class, () -> new TortureSpec(1, 1, 0, null, 2, 0));
        assertEquals("--cameras is 2 without --images; give their size", e.getMessage());
    }

    @Test
    void everyMomentComesUpAndAChildCanReachIt() {
        TortureSpec spec = new TortureSpec(4, 2000, 0, null, 0, 130);
        Random random = new Random(1);
        int[] seen = new int[KillMoment.values().length];
        Set<KillTrigger> triggers = EnumSet.noneOf(KillTrigger.class);
        for (int i = 0; i < 1000; i++) {
            KillPlan plan = KillPlan.random(spec, 2000, random);
            seen[plan.moment().ordinal()]++;
            assertTrue(plan.killStep() <= plan.steps(), plan.toString());
            assertTrue(plan.killStep() <= 2250, plan.toString());
            triggers.add(plan.trigger());
        }
        for (int count : seen) {
            assertTrue(count > 50);
        }
        assertEquals(EnumSet.allOf(KillTrigger.class), triggers);
    }
}
