package io.github.roboreel.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LikeLinesTest {
    @Test
    void manyLinesThatDifferInNumbersOnlyAreOneWithACount() {
        List<String> lines = new ArrayList<>(List.of("error: run_0.hdf5: is torn"));
        IntStream.range(0, 64)
                .mapToObj(i -> "error: log_0_env" + i + ".json, event 1: has code 230")
                .forEach(lines::add);
        lines.add("error: log_0_env3.json, event 1: is missing");

        assertEquals(
                List.of(
                        "error: run_0.hdf5: is torn",
                        "error: log_0_env0.json, event 1: has code 230 (and 63 more like it:"
                                + " log_0_env1.json, log_0_env2.json, log_0_env3.json, ...)",
                        "error: log_0_env3.json, event 1: is missing"),
                LikeLines.fold(lines));
    }

    @Test
    void whatTheFoldedLinesNameIsListedAsFarAsItDiffers() {
        assertEquals(
                List.of(
                        "/a/b1/run_0.hdf5, line 7: is torn (and 4 more like it: b2/run_0.hdf5,"
                                + " line 8, run_1.hdf5, ...)",
                        "same 1 (and 3 more like it)",
                        "env 0 (and 3 more like it: env 1, env 2)"),
                LikeLines.fold(List.of(
                        "/a/b1/run_0.hdf5, line 7: is torn",
                        "/a/b2/run_0.hdf5, line 7: is torn",
                        "/a/b1/run_0.hdf5, line 8: is torn",
                        "/a/b1/run_1.hdf5, line 7: is torn",
                        "/a/b1/run_2.hdf5, line 7: is torn",
                        "same 1",
                        "same 1",
                        "same 1",
                        "same 1",
                        "env 0",
                        "env 1",
                        "env 1",
                        "env 2")));
    }

    @Test
    void fewLinesStayAsTheyAre() {
        List<String> lines = List.of("a 1", "b 1", "a 2", "a 30");
        assertEquals(List.of("a 1", "a 2", "a 30", "b 1"), LikeLines.fold(lines));
    }

    @Test
    void demosOfARecoveredRunAreCountedAndSummedUp() {
        List<DemoRecovery> demos = IntStream.range(0, 64)
                .mapToObj(i -> new DemoRecovery(
                        "demo_" + i,
                        EpisodeStatus.RECOVERED,
                        100 + i,
                        new DemoRecovery.Rows(i, i == 7 ? 2 : 0, 0),
                        false,
                        List.of(),
                        0))
                .toList();
        assertEquals("""
                run_0.hdf5: recovered, 64 demos, 8416 steps, 2 LOST
                  demo_0 recovered: 100 steps, 0 of them from staging (and 62 more like it: demo_1, demo_2, demo_3, ...)
                  demo_7 recovered: 107 steps, 7 of them from staging, 2 LOST
                """, RecoverySession.text(report(demos)));
    }

    @Test
    void text_eventsLost_countsThoseThatAreThereAndNamesTheLoss() {
        DemoRecovery demo = new DemoRecovery(
                "demo_0", EpisodeStatus.SUCCESS, 20, new DemoRecovery.Rows(20, 0, 0), false, List.of("{}", "{}"), 3);
        RecoveryReport report = report(List.of(demo));
        assertEquals("""
                run_0.hdf5: recovered
                  demo_0 success: 20 steps, 20 of them from staging, 2 events, 3 events LOST
                """, RecoverySession.text(report));
        assertFalse(report.isComplete());
    }

    private static RecoveryReport report(List<DemoRecovery> demos) {
        return new RecoveryReport(
                Path.of("run_0.hdf5"), RecoveryReport.Outcome.RECOVERED, demos, List.of(), List.of(), List.of());
    }
}
