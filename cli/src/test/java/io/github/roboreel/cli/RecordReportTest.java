package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeSummary;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RecordReportTest {
    private static final EpisodeOutcome SUCCESS = EpisodeOutcome.success("Done");
    private static final EpisodeSummary COMPLETE =
            new EpisodeSummary(new EpisodeId(0, 0, 2), SUCCESS, 30, 2, 0, 0, List.of());

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
        assertEquals(Outcome.FAILED, result(true, COMPLETE).outcome());
    }

    @Test
    void tableEndsWithTotalsAndFolder() {
        List<String> lines =
                new RecordReport(result(false, COMPLETE, episodeOne(0, 0)))
                        .table()
                        .lines()
                        .toList();

        assertEquals("0    0    0        success  yes      30     2.0 s     Done", lines.get(1));
        assertEquals("2 of 2 episodes succeeded; 60 steps in 0.5 s, 120 steps/s", lines.get(4));
        assertEquals("output/here", lines.get(5));
    }

    private static EpisodeSummary episodeOne(long saturated, long dropped, String... failedSinks) {
        EpisodeId id = new EpisodeId(0, 1, 2);
        return new EpisodeSummary(id, SUCCESS, 30, 2, saturated, dropped, List.of(failedSinks));
    }

    private static RecordResult result(boolean interrupted, EpisodeSummary... episodes) {
        CommandLine commandLine = new CommandLine(new RecordCommand(null, null, null));
        commandLine.parseArgs("--num-envs=2", "--output-folder-name=here");
        RecordPlan plan = RecordPlan.of(commandLine.getCommand(), InProcess.HOME);
        return new RecordResult(plan, List.of(episodes), 0.5, interrupted);
    }
}
