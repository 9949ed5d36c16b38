package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.InProcess;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.Screen;
import io.github.roboreel.cli.base.TableView;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.EpisodeTiming;
import io.github.roboreel.tools.confidence.AdaptiveSampling;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.Grouping;
import io.github.roboreel.tools.report.Report;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import io.github.roboreel.tools.report.Sources;
import io.github.roboreel.tools.resume.Resumption.ReplacedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RecordReportTest {
    @TempDir
    Path folder;

    private static final EpisodeOutcome SUCCESS = EpisodeOutcome.success("Done");
    private static final EpisodeSummary COMPLETE = summary(new EpisodeId(0, 0, 2), 0, 0);

    @Test
    void nothingLostIsNothingSaid() {
        RecordResult result = result(false, COMPLETE, episodeOne(0, 0));

        assertEquals(Outcome.OK, result.outcome());
        assertEquals(Optional.empty(), report(result).complaint());
    }

    @Test
    void droppedFramesAndFailedSinksAreDataLost() {
        RecordResult result = result(false, COMPLETE, episodeOne(0, 4, "video", "log"));

        assertEquals(Outcome.DATA_LOST, result.outcome());
        assertEquals(
                Optional.of("data was lost: episode 1: 4 frames dropped, output of video, log" + " incomplete"),
                report(result).complaint());
    }

    @Test
    void clampedValuesAreReportedOnly() {
        RecordResult result = result(false, COMPLETE, episodeOne(9, 0));

        assertEquals(Outcome.OK, result.outcome());
        assertEquals(
                Optional.of("data was lost: episode 1: 9 values clamped to their type's range"),
                report(result).complaint());
    }

    @Test
    void anInterruptedRecordingFailed() {
        RecordResult result = result(true, COMPLETE, episodeOne(0, 0));

        assertEquals(Outcome.FAILED, result.outcome());
        assertEquals(
                Optional.of("interrupted; 4 of 4000000000 episodes were recorded into output/here, 2 of"
                        + " them before, those that had not ended with status aborted"),
                report(result).complaint());
    }

    @Test
    void documentTellsWhatWasSkippedAndWhatWasReplaced() throws IOException {
        JsonNode document =
                new ObjectMapper().readTree(report(result(false, COMPLETE)).json());

        assertEquals("[0]", document.get("skipped_runs").toString());
        assertEquals(
                "[{\"run\":1,\"reason\":\"why\",\"folder\":\"there\"}]",
                document.get("replaced_runs").toString());
        assertEquals(1, document.get("successes").asInt());
    }

    @Test
    void tableOfManyEpisodesIsCutAndEndsWithRates() throws IOException {
        EpisodeSummary[] episodes = new EpisodeSummary[23];
        Arrays.setAll(episodes, i -> summary(new EpisodeId(0, i, 23), 0, 0));
        RecordResult result = result(false, episodes);
        String text = new RecordReport(result, rates("{\"env_name\": \"Apple\", \"success\": true}"))
                .table(new TableView(Screen.NONE));
        List<String> lines = text.lines().toList();

        assertEquals(20, lines.stream().filter(l -> l.contains("Done")).count(), text);
        assertEquals("3 more; all: ./roboreel report output/here --show-episodes", lines.get(22), text);
        assertTrue(text.contains("\nApple               1/1  100.0  22.4-100.0  "), text);
        assertTrue(text.contains("\n\n23 of 23 episodes succeeded; "), text);
    }

    @Test
    void adaptiveSamplingSaysIntervalWidthAndReason() throws IOException {
        RunTally narrow = new RunTally(20, 40, 40, 20);

        assertEquals(
                "95 % interval (hpd) of 20/40: 35.1-64.9 %, width 0.297; stopped because the width"
                        + " of 0.3 is reached",
                sampling(100, 0.3, narrow, false).sentence());
        assertEquals(
                "95 % interval (hpd) of 20/40: 35.1-64.9 %, width 0.297; stopped at the maximum of"
                        + " 40 episodes, the width of 0.2 is not reached",
                sampling(40, 0.2, narrow, false).sentence());
        SamplingEnd cut = sampling(100, 0.2, new RunTally(2, 4, 3, 0), true);
        assertEquals(
                "95 % interval (hpd) of 0/3: 0.0-52.7 %, width 0.527; interrupted before the width"
                        + " of 0.2 or the maximum of 100 episodes was reached",
                cut.sentence());
        assertEquals("interrupted", cut.document().get("reason"));
        assertEquals(
                SamplingEnd.Reason.MAX_EPISODES,
                sampling(4, 1, narrow(4), false).reason());
        RecordResult result = result(false, "--num-episodes-adaptive=3", COMPLETE, episodeOne(0, 0));
        JsonNode adaptive = new ObjectMapper().readTree(report(result).json()).get("adaptive_sampling");
        assertEquals("max_episodes", adaptive.get("reason").textValue());
        assertEquals(3, adaptive.get("successes").intValue());
        assertEquals(4, adaptive.get("judged").intValue());
        assertEquals(0.14, adaptive.get("width_to_reach").doubleValue());
        assertEquals(
                adaptive.get("width").doubleValue(),
                adaptive.get("success_rate_ci95").get(1).doubleValue()
                        - adaptive.get("success_rate_ci95").get(0).doubleValue(),
                1e-12);
    }

    private static RunTally narrow(int episodes) {
        return new RunTally(1, episodes, episodes, 0);
    }

    private static SamplingEnd sampling(int maxEpisodes, double maxWidth, RunTally there, boolean interrupted) {
        return new SamplingEnd(new AdaptiveSampling(maxEpisodes, maxWidth, RateInterval.HPD), there, interrupted);
    }

    @Test
    void score_ofAnEpisodeThatNobodyScored_isNoneAlsoForASuccess() throws IOException {
        RecordResult result = result(false, summary(new EpisodeId(0, 0, 2), null, 0, 0));
        Report rates = rates("{\"env_name\":\"A\",\"success\":true,\"score\":null,\"status\":\"success\"}");
        RecordReport report = new RecordReport(result, rates);

        List<String> lines = report.table(new TableView(Screen.NONE)).lines().toList();
        assertEquals("Run  Env  Episode  Status   Success  Score  Steps  Time s  Reason", lines.get(0));
        assertEquals("  0    0        0  success  yes          -     30    2.00  Done", lines.get(2));
        assertTrue(
                lines.contains("A                   1/1  100.0  22.4-100.0      -       -      -"), lines.toString());
        JsonNode document = new ObjectMapper().readTree(report.json());
        assertTrue(document.at("/episodes/0/score").isNull());
        assertTrue(document.at("/rates/0/score/mean").isNull());
    }

    @Test
    void tableEndsWithTotalsAndFolder() {
        List<String> lines = report(result(false, COMPLETE, episodeOne(0, 0)))
                .table(new TableView(Screen.NONE))
                .lines()
                .toList();

        assertEquals("Run  Env  Episode  Status   Success  Score  Steps  Time s  Reason", lines.get(0));
        assertEquals("  0    0        0  success  yes      0.750     30    2.00  Done", lines.get(2));
        assertEquals("2 of 2 episodes succeeded; 60 steps in 0.5 s, 120 steps/s", lines.get(5));
        assertEquals("1 run was there before; report shows all", lines.get(6));
        assertEquals("output/here", lines.get(7));
    }

    /** Of no folder at all. */
    private static RecordReport report(RecordResult result) {
        return new RecordReport(result, rates(new Sources(List.of(), List.of())));
    }

    private Report rates(String line) throws IOException {
        Files.writeString(folder.resolve(RunFolder.RESULTS), line + "\n");
        return rates(Sources.read(List.of(folder)));
    }

    private static Report rates(Sources sources) {
        ReportOptions options = new ReportOptions(Grouping.TASK, false, Columns.NONE, false, RateInterval.HPD);
        return Report.of(sources, EpisodeFilter.ALL, options);
    }

    private static EpisodeSummary episodeOne(long saturated, long dropped, String... failedSinks) {
        return summary(new EpisodeId(0, 1, 2), saturated, dropped, failedSinks);
    }

    private static EpisodeSummary summary(EpisodeId id, long saturated, long dropped, String... failedSinks) {
        return summary(id, 0.75, saturated, dropped, failedSinks);
    }

    private static EpisodeSummary summary(
            EpisodeId id, Double score, long saturated, long dropped, String... failedSinks) {
        return new EpisodeSummary(
                id,
                SUCCESS,
                30,
                2,
                saturated,
                0,
                dropped,
                List.of(failedSinks),
                List.of(),
                EpisodeTiming.NONE,
                score,
                Map.of());
    }

    private static RecordResult result(boolean interrupted, EpisodeSummary... episodes) {
        return result(interrupted, "--num-runs=2000000000", episodes);
    }

    private static RecordResult result(boolean interrupted, String target, EpisodeSummary... episodes) {
        CommandLine commandLine = new CommandLine(new RecordCommand());
        commandLine.parseArgs("--num-envs=2", target, "--output-folder-name=here");
        RecordPlan plan = RecordPlan.of(commandLine.getCommand(), InProcess.HOME);
        return new RecordResult(
                plan,
                List.of(episodes),
                tally(episodes),
                List.of(0),
                new RunTally(1, 2, 2, 1),
                List.of(new ReplacedRun(1, "why", Path.of("there"))),
                0.5,
                interrupted);
    }

    private static RunTally tally(EpisodeSummary... episodes) {
        return RunTally.NONE.plus(Stream.of(episodes)
                .map(e -> Optional.ofNullable(e.outcome().success()))
                .toList());
    }
}
