package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class DeterminismTest {
    private static List<Integer> episode(long seed) {
        List<Integer> prints = new ArrayList<>();
        try (TabletopEnv env = Episodes.env(seed)) {
            Episodes.play(env, seed, () -> prints.add(Episodes.fingerprint(env)));
        }
        return prints;
    }

    @Test
    void equalSeedsGiveBitIdenticalData() {
        assertEquals(episode(11), episode(11));
    }

    @Test
    void aReusedEnvIsAsGoodAsNew() {
        List<Integer> reused = new ArrayList<>();
        try (TabletopEnv env = Episodes.env(5)) {
            Episodes.play(env, 4, () -> {});
            Episodes.play(env, 11, () -> reused.add(Episodes.fingerprint(env)));
        }
        assertEquals(episode(11), reused);
    }

    @Test
    void differentSeedsGiveDifferentData() {
        assertNotEquals(episode(11), episode(12));
        try (TabletopEnv a = Episodes.env(11);
                TabletopEnv b = Episodes.env(12)) {
            assertNotEquals(Episodes.fingerprint(a), Episodes.fingerprint(b), "start poses differ already");
        }
    }

    @Test
    void worldsSteppedByFourThreadsEqualWorldsSteppedOneByOne() throws Exception {
        List<List<Integer>> serial = new ArrayList<>();
        List<Callable<List<Integer>>> tasks = new ArrayList<>();
        for (long seed = 20; seed < 32; seed++) {
            long fixed = seed;
            serial.add(episode(fixed));
            tasks.add(() -> episode(fixed));
        }
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<List<Integer>> parallel = new ArrayList<>();
            for (Future<List<Integer>> result : pool.invokeAll(tasks)) {
                parallel.add(result.get());
            }
            assertEquals(serial, parallel);
        } finally {
            pool.shutdownNow();
        }
    }
}
