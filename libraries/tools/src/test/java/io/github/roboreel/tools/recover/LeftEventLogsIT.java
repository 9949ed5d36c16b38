package io.github.roboreel.tools.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import io.github.roboreel.tools.recompute.ResultsRebuild;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that a dead recorder had left of an episode that has neither log nor result line. */
class LeftEventLogsIT {
    private static final String FOREIGN = "{\"step\":1,\"code\":1000,\"name\":\"A\",\"info\":\"\",\"score\":0.0}";

    @TempDir
    private Path folder;

    private Path left;
    private Path log;
    private byte[] logBefore;
    private EventLog before;
    private List<String> encoded;

    @BeforeEach
    void leave() throws IOException {
        RecordedFolder.make(folder, 1, "none");
        Path env = folder.resolve(RecordedFolder.ENV);
        left = env.resolve(RunFolder.liveLogFile(0, 0));
        log = env.resolve(RunFolder.logFile(0, 0));
        logBefore = Files.readAllBytes(log);
        before = EventLog.read(log);
        assertTrue(before.events().size() > 1, "the recording has events");
        encoded = new ArrayList<>();
        for (JsonNode event : FormatJson.read(logBefore).path("events")) {
            encoded.add(event.toString());
        }
        Files.write(left, encoded);
        Files.delete(log);
        Path results = folder.resolve(RunFolder.RESULTS);
        List<String> kept = new ArrayList<>(Files.readAllLines(results));
        kept.removeIf(line -> line.contains("\"env_id\":0") || line.contains("\"env_id\": 0"));
        assertEquals(1, kept.size());
        Files.write(results, kept);
    }

    private FolderRecoveryReport recover() throws IOException {
        return FolderRecovery.recover(folder, MetricSets.onClassPath(RecorderConfig.defaults()), RecoveryPlace.BESIDE);
    }

    private EpisodeRecord line() throws IOException {
        return ResultFolder.open(folder).episodes().stream()
                .filter(line -> line.envId().getAsInt() == 0)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theyBecomeTheLogAndCountInTheLine() throws IOException {
        FolderRecoveryReport report = recover();

        assertTrue(report.isComplete(), report.losses().toString());
        assertTrue(
                report.notes().toString().contains("made " + log),
                report.notes().toString());
        assertEquals(FormatJson.read(logBefore), FormatJson.read(Files.readAllBytes(log)));
        assertFalse(Files.exists(left));
        assertEquals(
                1,
                line().eventCounts().get("GRIPPER_FULLY_CLOSED"),
                line().json().toString());
        assertEquals(List.of(), recover().notes());
    }

    @Test
    void whatTheLogDoesNotHoldStays() throws IOException {
        String lines = Files.readString(left) + "{\"step\":9";
        Files.writeString(left, lines);

        FolderRecoveryReport report = recover();

        assertEquals(before.events(), EventLog.read(log).events());
        assertEquals(lines, Files.readString(left));
        assertTrue(
                report.notes().toString().contains("1 lines of " + left.getFileName()),
                report.notes().toString());
        assertEquals(List.of(), recover().notes());
    }

    @Test
    void aLogThatIsThereStaysAsItIs() throws IOException {
        Files.write(log, logBefore);
        String lines = Files.readString(left);

        recover();

        assertEquals(lines, Files.readString(left));
        assertEquals(FormatJson.read(logBefore), FormatJson.read(Files.readAllBytes(log)));
    }

    /** As a recovery whose run had events staged; what it reports of lost ones is given. */
    private List<String> complete(List<String> staged, long eventsLost, List<String> notes) throws IOException {
        DemoRecovery demo = new DemoRecovery(
                "demo_0", EpisodeStatus.SUCCESS, 30, DemoRecovery.Rows.NONE, false, staged, eventsLost);
        Path run = folder.resolve(RecordedFolder.ENV).resolve(RunFolder.runFile(0));
        RecoveryReport report = new RecoveryReport(
                run, RecoveryReport.Outcome.RECOVERED, List.of(demo), List.of(), List.of(), List.of());
        List<String> losses = new ArrayList<>();
        LeftEventLogs.complete(folder, List.of(report), notes, losses);
        return losses;
    }

    private List<String> complete(List<String> staged, long eventsLost) throws IOException {
        return complete(staged, eventsLost, new ArrayList<>());
    }

    private void rebuild() throws IOException {
        MetricSets metrics = MetricSets.onClassPath(RecorderConfig.defaults());
        ResultsRebuild.write(ResultsRebuild.plan(folder, metrics), metrics);
    }

    @Test
    void complete_eventsStaged_makesTheLogOfThem() throws IOException {
        Files.delete(left);

        assertEquals(List.of(), complete(encoded, 0));

        assertEquals(FormatJson.read(logBefore), FormatJson.read(Files.readAllBytes(log)));
        rebuild();
        assertEquals(1, line().eventCounts().get("GRIPPER_FULLY_CLOSED"));
    }

    @Test
    void complete_moreStagedThanInTheFile_makesTheLogOfThemAndRemovesTheFile() throws IOException {
        Files.write(left, encoded.subList(0, 1));

        assertEquals(List.of(), complete(encoded, 0));

        assertEquals(before.events(), EventLog.read(log).events());
        assertFalse(Files.exists(left));
    }

    @Test
    void complete_moreInTheFileThanStaged_makesTheLogOfTheFile() throws IOException {
        assertEquals(List.of(), complete(encoded.subList(0, 1), encoded.size() - 1));

        assertEquals(FormatJson.read(logBefore), FormatJson.read(Files.readAllBytes(log)));
        assertFalse(Files.exists(left));
    }

    @Test
    void complete_fileOfOtherEvents_takesTheStagedOnesAndKeepsTheFile() throws IOException {
        List<String> others = new ArrayList<>(encoded);
        others.add(0, FOREIGN);
        Files.write(left, others);
        List<String> notes = new ArrayList<>();

        assertEquals(List.of(), complete(encoded, 0, notes));

        assertEquals(before.events(), EventLog.read(log).events());
        assertTrue(notes.toString().contains("1 lines of " + left.getFileName()), notes.toString());
        assertTrue(Files.exists(left));
    }

    @Test
    void complete_eventsOfStepsThatAreNotThere_leavesThemOut() throws IOException {
        Files.delete(left);
        List<String> staged = new ArrayList<>(encoded);
        staged.add(FOREIGN.replace(":1,", ":4000,"));

        assertEquals(List.of(), complete(staged, 0));

        assertEquals(before.events(), EventLog.read(log).events());
    }

    @Test
    void complete_fewerStagedThanTheEpisodeHad_namesTheLossAndTheLineCountsNone() throws IOException {
        Files.delete(left);

        List<String> losses = complete(encoded.subList(0, 1), 3);

        assertEquals(1, losses.size());
        assertTrue(losses.get(0).contains(log + " lacks 3 of the 4 events"), losses.get(0));
        assertEquals(before.events().subList(0, 1), EventLog.read(log).events());
        rebuild();
        JsonNode line = line().json();
        assertFalse(line.has("events") || line.has("own_events"), line.toString());
        AuditReport audit = audit();
        assertFalse(audit.isDamaged(), audit.findings().toString());
        assertTrue(
                audit.findings().toString().contains("lacks 3 events"),
                audit.findings().toString());
    }

    @Test
    void audit_lineCountsNoEventsThoughNoneIsLost_isDamage() throws IOException {
        recover();
        Path results = folder.resolve(RunFolder.RESULTS);
        Files.writeString(results, Files.readString(results).replaceAll("\"events\":\\{[^}]*\\},", ""));

        AuditReport audit = audit();

        assertTrue(audit.isDamaged());
        assertTrue(
                audit.findings().toString().contains("is missing, and no event is lost"),
                audit.findings().toString());
    }

    @Test
    void audit_noEventsAndNoLog_isSound() throws IOException {
        Files.delete(left);

        assertEquals(List.of(), complete(List.of(), 0));
        rebuild();

        assertFalse(Files.exists(log));
        assertEquals("{}", line().json().path("events").toString());
        AuditReport audit = audit();
        assertFalse(audit.isDamaged(), audit.findings().toString());
    }

    private AuditReport audit() throws IOException {
        FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
        return audit.audit(folder);
    }
}
