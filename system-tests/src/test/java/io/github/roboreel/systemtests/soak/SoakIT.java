package io.github.roboreel.systemtests.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.systemtests.formula.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakIT {
    private static final long SEED = 20;

    @TempDir
    private Path folder;

    /** So short that what is loaded only once would pass for growth: only threads and handles. */
    @Test
    void mixedLoadLeavesEverythingRightAndNothingOpen() throws Exception {
        SoakReport report = soak(new SoakSpec(7, 400, 5, 600, SEED, folder, false));
        Tally counts = report.counts();
        assertTrue(counts.get("episodes") > 0 && counts.get("values_checked") > 0, report.summary());
        assertTrue(counts.get("audits") > 0, report.summary());
        assertEquals(List.of(), threadsAndHandles(report), report.growthRow());
        assertNothingLeft();
    }

    @Test
    void threeHundredEpisodesInOneProcessLeaveNothingBehind() throws Exception {
        SoakReport report = soak(new SoakSpec(Double.POSITIVE_INFINITY, 300, 40, 12, SEED, folder, false));
        assertTrue(report.counts().get("episodes") >= 300, report.summary());
        assertEquals(List.of(), threadsAndHandles(report), report.growthRow());
        assertNothingLeft();
    }

    @Test
    @Tag("slow")
    void tenThousandEpisodesInOneProcessGrowNothing() throws Exception {
        SoakReport report = soak(new SoakSpec(Double.POSITIVE_INFINITY, 10_000, 64, 10, SEED, folder, false));
        assertTrue(report.counts().get("episodes") >= 10_000, report.summary());
        assertEquals(List.of(), report.tooMuchGrowth(), report.growthRow());
        assertNothingLeft();
    }

    /** The checks are worth something only if they see what is wrong. */
    @Test
    void aRunThatIsNotAsPlannedIsSeen() throws Exception {
        RunPlan plan = plan();
        Violations none = new Violations();
        new SoakRun(plan, folder, new Tally(), none).record();
        check(plan, none);
        assertEquals(List.of(), none.sentences());

        Violations values = new Violations();
        check(with(plan, plan.number() + 1, plan.envs()), values);
        assertTrue(
                values.sentences().get(0).contains("demo_0/actions holds 0.0 in row 0, column 0;"),
                values.sentences().toString());

        List<EnvPlan> longer = new ArrayList<>(plan.envs());
        longer.set(0, new EnvPlan(31, Ending.FAILURE, false, 10));
        Violations wrong = new Violations();
        check(with(plan, plan.number(), longer), wrong);
        List<String> sentences = wrong.sentences();
        String run = "run 0 (SoakProprio/run_0.hdf5): ";
        assertEquals(run + "demo_0 has status success; expected failure", sentences.get(0));
        assertEquals(run + "demo_0 has num_samples 30; expected 31", sentences.get(1));
        assertTrue(
                sentences.contains(run
                        + "the result line of env 0 says status success after 30 steps;"
                        + " expected failure after 31"),
                sentences.toString());
    }

    private static RunPlan plan() {
        RunPlan random = RunPlan.random(0, 0, SoakSchema.PROPRIO, 2, 50, new Random(SEED));
        return with(
                random,
                0,
                List.of(new EnvPlan(30, Ending.SUCCESS, false, 10), new EnvPlan(20, Ending.DISCARDED, true, 10)));
    }

    private static RunPlan with(RunPlan plan, long number, List<EnvPlan> envs) {
        return new RunPlan(
                number,
                plan.index(),
                plan.schema(),
                plan.imageScale(),
                new RunPlan.Producer(plan.producer().isVectorised(), 0),
                new RunPlan.Disturbance(TroubledSink.Trouble.NONE, 1, false, false),
                plan.config(),
                envs);
    }

    private void check(RunPlan plan, Violations violations) throws IOException {
        new RunCheck(plan, folder, new Tally(), violations)
                .check(ResultFolder.open(folder).episodes());
    }

    private static SoakReport soak(SoakSpec spec) throws IOException, InterruptedException {
        SoakReport report = new Soak(spec, sample -> {}).run();
        assertEquals(List.of(), report.violations(), report.summary());
        return report;
    }

    private static List<String> threadsAndHandles(SoakReport report) {
        return Stream.of(Gauge.THREADS, Gauge.FILE_HANDLES, Gauge.HEAP)
                .map(report::growth)
                .filter(Growth::isTooMuch)
                .map(Growth::complaint)
                .toList();
    }

    private void assertNothingLeft() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            assertFalse(left.findAny().isPresent());
        }
    }
}
