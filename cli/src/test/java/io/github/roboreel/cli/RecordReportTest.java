package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.EpisodeTiming;
import io.github.roboreel.tools.resume.ReplacedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RecordReportTest {
    private static final EpisodeOutcome SUCCESS = EpisodeOutcome.success("Done");
    private static final EpisodeSummary COMPLETE = summary(new EpisodeId(0, 0, 2), 0, 0);

    @Test
    void nothingLostIsNothingSaid() {
        RecordResult result = result(false, COMPLETE, episodeOne(0, 0));

        assertEquals(Outcome.OK, result.outcome());
        assertEquals(Optional.empty(), new RecordReport(result).complaint());
    }

    @Test
    void droppedFramesAndFailedSinksAreDataLost() {
        RecordResult result = result(false, COMPLETE, episodeOne(0, 4, "video", "log"));

        assertEquals(Outcome.DATA_LOST, result.outcome());
        assertEquals(
                Optional.of(
                        "data was lost: episode 1: 4 frames dropped, output of video, log"
                                + " incomplete"),
                new RecordReport(result).complaint());
    }

    @Test
    void clampedValuesAreReportedOnly() {
        RecordResult result = result(false, COMPLETE, episodeOne(9, 0));

        assertEquals(Outcome.OK, result.outcome());
        assertEquals(
                Optional.of("data was lost: episode 1: 9 values clamped to their type's range"),
                new RecordReport(result).complaint());
    }

    @Test
    void anInterruptedRecordingFailed() {
        RecordResult result = result(true, COMPLETE, episodeOne(0, 0));

        assertEquals(Outcome.FAILED, result.outcome());
        assertEquals(
                Optional.of(
                        "interrupted; 4 of 4000000000 episodes were recorded into output/here, 2 of"
                                + " them before, those that had not ended with status aborted"),
                new RecordReport(result).complaint());
    }

    @Test
    void documentTellsWhatWasSkippedAndWhatWasReplaced() throws IOException {
        JsonNode document =
                new ObjectMapper().readTree(new RecordReport(result(false, COMPLETE)).json());

        assertEquals("[0]", document.get("skipped_runs").toString());
        assertEquals(
                "[{\"run\":1,\"reason\":\"why\",\"folder\":\"there\"}]",
                document.get("replaced_runs").toString());
        assertEquals(1, document.get("successes").asInt());
    }

    @Test
    void tableEndsWithTotalsAndFolder() {
        List<String> lines =
                new RecordReport(result(false, COMPLETE, episodeOne(0, 0)))
                        .table(new TableView(Screen.NONE))
                        .lines()
                        .toList();

        assertEquals(
                "Run  Env  Episode  Status   Success  Score  Steps  Time s  Reason", lines.get(0));
        assertEquals(
                "  0    0        0  success  yes      0.750     30    2.00  Done", lines.get(2));
        assertEquals("2 of 2 episodes succeeded; 60 steps in 0.5 s, 120 steps/s", lines.get(5));
        assertEquals("1 run was there before; report shows all", lines.get(6));
        assertEquals("output/here", lines.get(7));
    }

    private static EpisodeSummary episodeOne(long saturated, long dropped, String... failedSinks) {
        return summary(new EpisodeId(0, 1, 2), saturated, dropped, failedSinks);
    }

    private static EpisodeSummary summary(
            EpisodeId id, long saturated, long dropped, String... failedSinks) {
        return new EpisodeSummary(
                id,
                SUCCESS,
                30,
                2,
                saturated,
                dropped,
                List.of(failedSinks),
                List.of(),
                EpisodeTiming.NONE,
                0.75,
                Map.of());
    }

    private static RecordResult result(boolean interrupted, EpisodeSummary... episodes) {
        CommandLine commandLine = new CommandLine(new RecordCommand(null, null, null));
        commandLine.parseArgs("--num-envs=2", "--num-runs=2000000000", "--output-folder-name=here");
        RecordPlan plan = RecordPlan.of(commandLine.getCommand(), InProcess.HOME);
        return new RecordResult(
                plan,
                List.of(episodes),
                tally(episodes),
                List.of(0),
                new RunTally(1, 2, 1),
                List.of(new ReplacedRun(1, "why", Path.of("there"))),
                0.5,
                interrupted);
    }

    private static RunTally tally(EpisodeSummary... episodes) {
        return RunTally.NONE.plus(
                Stream.of(episodes).map(e -> Optional.ofNullable(e.outcome().success())).toList());
    }
}
