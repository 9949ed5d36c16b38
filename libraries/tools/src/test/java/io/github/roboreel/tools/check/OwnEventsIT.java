package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recordings.events.TimeLine;
import io.github.roboreel.recordings.events.TimeLines;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.recompute.ExampleFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that users define themselves, as the tools see them. */
class OwnEventsIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void record() {
        try (EpisodeRecorder recorder = RecordedFolder.open(folder, 0, "none")) {
            EpisodeEvent slipped = EpisodeEvent.of("SLIPPED", 30, "left fore foot slipped");
            EpisodeEvent fell = new EpisodeEvent(30, 4711, "FELL", "fell", 0.5);
            RecordedFolder.record(recorder.env(0), 30, false, List.of(slipped, fell, slipped));
            RecordedFolder.record(recorder.env(1), 30, false, List.of(fell));
        }
    }

    @Test
    void checkAcceptsThemAndEventsShowsThem() throws IOException {
        assertFalse(audit().isDamaged(), audit().findings().toString());
        List<TimeLine.Entry> entries = TimeLines.read(folder).lines().get(0).entries().stream()
                .filter(e -> e.source() == TimeLine.Source.LOG && e.step().orElse(0) == 30)
                .toList();
        assertEquals(
                List.of("SLIPPED", "FELL", "SLIPPED"),
                entries.stream().map(TimeLine.Entry::name).toList());
        assertEquals(4711, entries.get(1).code());
        assertEquals("left fore foot slipped", entries.get(0).info());
        assertNull(entries.get(0).score());
        assertEquals(0.5, entries.get(1).score());
    }

    /** Apart from RoboLab's, which its own readers and checkers tally. */
    @Test
    void theyAreCountedBesideRoboLabsEvents() throws Exception {
        assertEquals(0, violationsOfEvents());
        EpisodeRecord line = ResultFolder.open(folder).episodes().get(0);
        assertEquals("{\"GRIPPER_FULLY_CLOSED\":1}", line.json().path("events").toString());
        assertEquals(
                "{\"SLIPPED\":2,\"FELL\":1}", line.json().path("own_events").toString());
        assertEquals(Map.of("GRIPPER_FULLY_CLOSED", 1, "SLIPPED", 2, "FELL", 1), line.eventCounts());
        replaceInResults("\"GRIPPER_FULLY_CLOSED\":1", "\"GRIPPER_FULLY_CLOSED\":2");
        assertEquals(2, violationsOfEvents());
    }

    private long violationsOfEvents() throws Exception {
        String script = "import sys, check_run\ntry:\n    check_run.main()\nexcept SystemExit:\n    pass";
        String printed = ExampleFolder.python(List.of("-c", script, folder.toString()));
        assertTrue(printed.contains("2 episodes checked"), printed);
        return printed.lines().filter(line -> line.contains(": events ")).count();
    }

    @Test
    void aTallyThatDisagreesIsDamage() throws IOException {
        replaceInResults("\"SLIPPED\":2", "\"SLIPPED\":3");
        assertTrue(
                audit().findings().stream()
                        .anyMatch(f -> f.severity() == FileFault.Severity.ERROR
                                && f.problem().contains("\"SLIPPED\":3")),
                audit().findings().toString());
    }

    /** As recorders that did not count them have left it. */
    @Test
    void aTallyWithoutThemIsNamedAndIsNoDamage() throws IOException {
        replaceInResults(",\"own_events\":{\"SLIPPED\":2,\"FELL\":1}", "");
        assertFalse(audit().isDamaged(), audit().findings().toString());
        assertTrue(
                audit().findings().stream().anyMatch(f -> f.problem().contains("users' own events")),
                audit().findings().toString());
    }

    private AuditReport audit() throws IOException {
        FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
        return audit.audit(folder);
    }

    private void replaceInResults(String old, String replacement) throws IOException {
        Path results = folder.resolve(RunFolder.RESULTS);
        String text = Files.readString(results);
        assertTrue(text.contains(old), text);
        Files.writeString(results, text.replace(old, replacement));
    }
}
