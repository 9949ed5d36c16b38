package io.github.roboreel.tools.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that a dead recorder had written beside an episode that has neither log nor result line. */
class LeftEventLogsIT {
    @TempDir
    private Path folder;

    private Path left;
    private Path log;
    private byte[] logBefore;
    private EventLog before;

    @BeforeEach
    void leave() throws IOException {
        RecordedFolder.make(folder, 1, "none");
        Path env = folder.resolve(RecordedFolder.ENV);
        left = env.resolve(RunFolder.liveLogFile(0, 0));
        log = env.resolve(RunFolder.logFile(0, 0));
        logBefore = Files.readAllBytes(log);
        before = EventLog.read(log);
        assertTrue(before.events().size() > 1, "the recording has events");
        StringBuilder lines = new StringBuilder();
        for (JsonNode event : FormatJson.read(logBefore).path("events")) {
            lines.append(event).append('\n');
        }
        Files.writeString(left, lines.toString());
        Files.delete(log);
        Path results = folder.resolve(RunFolder.RESULTS);
        List<String> kept = new ArrayList<>(Files.readAllLines(results));
        kept.removeIf(line -> line.contains("\"env_id\":0") || line.contains("\"env_id\": 0"));
        assertEquals(1, kept.size());
        Files.write(results, kept);
    }

    private FolderRecoveryReport recover() throws IOException {
        return FolderRecovery.recover(folder, MetricSets.onClassPath(RecorderConfig.defaults()), false);
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
}
