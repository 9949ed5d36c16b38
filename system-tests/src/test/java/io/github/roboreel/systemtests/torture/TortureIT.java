package io.github.roboreel.systemtests.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Judged by the conformance checker, which knows nothing of this code. */
class TortureIT {
    private static final Path CHECKER = Path.of(System.getProperty("roboreel.home"), "conformance", "check_torture.py");

    @TempDir
    Path folder;

    @Test
    void everyValueOfAFinishedRunFollowsTheFormula() throws Exception {
        TortureSpec spec = new TortureSpec(3, 60, 200, new CameraSize(32, 18), 2, 25);
        AckFile ack = AckFile.create(TortureChild.ackFile(folder), 3);
        new TortureRun(spec, folder, ack).record();
        assertEquals(180, ack.sum());
        ContentCheck check = ContentCheck.run(CHECKER, folder, spec, 180);
        assertEquals(List.of(), check.violations());
        assertEquals(180, check.recovered());
    }

    @Test
    void theCheckerSeesAWrongValue() throws Exception {
        TortureSpec spec = new TortureSpec(1, 20, 0, null, 0, 0);
        AckFile ack = AckFile.create(TortureChild.ackFile(folder), 1);
        new TortureRun(spec, folder, ack).record();
        ack.put(0, 21);
        ContentCheck check = ContentCheck.run(CHECKER, folder, spec, 21);
        assertEquals(List.of("VIOLATION demo_0 holds 20 steps, 21 were acknowledged"), check.violations());
    }

    @Test
    void fiveKillsWithoutCamerasLoseNothing() throws Exception {
        assertNothingLost(new TortureSpec(4, 1500, 0, null, 0, 120), 5);
    }

    @Test
    void threeKillsWithCamerasLoseNothing() throws Exception {
        assertNothingLost(new TortureSpec(2, 600, 0, new CameraSize(64, 48), 2, 120), 3);
    }

    /** One of them at least finds the copy before it takes the run file's name. */
    @Test
    void killsDuringTheCompactionMeetIt() throws Exception {
        TortureSpec spec = new TortureSpec(4, 1500, 0, null, 0, 0);
        Random random = new Random(3);
        for (int kill = 0; kill < 10; kill++) {
            Path into = Files.createDirectory(folder.resolve("kill-" + kill));
            KillPlan plan = compaction(spec, random);
            TortureChild.start(plan.of(spec), into).kill(plan);
            if (Files.exists(TortureSpec.compacting(into, 0))) {
                return;
            }
        }
        fail("none of 10 kills fell into a compaction");
    }

    @Test
    void everyValueOfContinuousEpisodesFollowsTheFormula() throws Exception {
        TortureSpec spec = new TortureSpec(3, 400, 0, new CameraSize(32, 18), 1, 25).continuous(4, 5);
        AckFile ack = AckFile.create(TortureChild.ackFile(folder), spec.acks());
        new ContinuousTorture(spec, folder, ack).record();
        ContentCheck check = ContentCheck.run(CHECKER, folder, spec, ack.sum());
        assertEquals(List.of(), check.violations());
        assertEquals(ack.sum(), check.recovered());
        assertTrue(Files.exists(TortureSpec.runFile(folder, 2)), "episodes of several files");
    }

    @Test
    void fourKillsOfContinuousEpisodesLoseNothing() throws Exception {
        TortureSpec spec = new TortureSpec(4, 1500, 0, null, 0, 120).continuous(8, 1);
        long mostOpen = 0;
        for (int round = 0; mostOpen < 2 && round < 4; round++) { // when a kill falls is chance
            mostOpen = assertNothingLost(spec, 4).mostOpen();
        }
        assertTrue(mostOpen > 1, "no kill met several open files");
    }

    private static KillPlan compaction(TortureSpec spec, Random random) {
        return Stream.generate(() -> KillPlan.random(spec, spec.steps(), random))
                .filter(plan -> plan.moment() == KillMoment.COMPACT)
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("slow")
    void twoHundredKillsOfSixteenEnvsLoseNothing() throws Exception {
        assertNothingLost(new TortureSpec(16, 3000, 0, null, 0, 0), 200);
    }

    @Test
    @Tag("slow")
    void twoHundredKillsWithTwoCamerasLoseNothing() throws Exception {
        assertNothingLost(new TortureSpec(4, 1000, 0, new CameraSize(320, 180), 2, 0), 200);
    }

    @Test
    @Tag("slow")
    void twoHundredKillsOfContinuousEpisodesLoseNothing() throws Exception {
        assertNothingLost(new TortureSpec(8, 500, 0, null, 0, 0).continuous(16, 2), 200);
    }

    private LoopSummary assertNothingLost(TortureSpec spec, int kills) throws IOException, InterruptedException {
        StringWriter story = new StringWriter();
        KillLoop loop = new KillLoop(spec, folder, CHECKER, System.nanoTime(), new PrintWriter(story));
        LoopSummary summary = loop.run(kills);
        assertEquals(0, summary.violations(), story.toString());
        assertFalse(summary.hasMissedCompactions(), story.toString());
        assertTrue(summary.json(spec, 0, 0).contains("\"kills\": " + kills), story.toString());
        try (Stream<Path> left = Files.list(folder)) {
            assertFalse(left.findAny().isPresent(), story.toString());
        }
        return summary;
    }
}
