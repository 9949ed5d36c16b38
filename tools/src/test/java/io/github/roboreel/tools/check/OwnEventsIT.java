package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.events.TimeLine;
import io.github.roboreel.tools.events.TimeLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that users define themselves, as the tools see them. */
class OwnEventsIT {
    @TempDir private Path folder;

    @BeforeEach
    void record() {
        try (EpisodeRecorder recorder = RecordedFolder.open(folder, 0, "none")) {
            EpisodeEvent slipped = EpisodeEvent.of("SLIPPED", 30, "left fore foot slipped", 0.5);
            EpisodeEvent fell = new EpisodeEvent(30, 4711, "FELL", "fell", 0.5);
            RecordedFolder.record(recorder.env(0), 30, false, List.of(slipped, fell, slipped));
            RecordedFolder.record(recorder.env(1), 30, false, List.of(fell));
        }
    }

    @Test
    void checkAcceptsThemAndEventsShowsThem() throws IOException {
        assertFalse(audit().isDamaged(), audit().findings().toString());
        List<TimeLine.Entry> entries =
                TimeLines.read(folder).lines().get(0).entries().stream()
                        .filter(e -> e.source() == TimeLine.Source.LOG && e.step().orElse(0) == 30)
                        .toList();
        assertEquals(
                List.of("SLIPPED", "FELL", "SLIPPED"),
                entries.stream().map(TimeLine.Entry::name).toList());
        assertEquals(4711, entries.get(1).code());
        assertEquals("left fore foot slipped", entries.get(0).info());
    }

    @Test
    void aTallyThatDisagreesIsDamage() throws IOException {
        replaceInResults("\"SLIPPED\":2", "\"SLIPPED\":3");
        assertTrue(
                audit().findings().stream()
                        .anyMatch(
                                f ->
                                        f.severity() == Severity.ERROR
                                                && f.problem().contains("\"SLIPPED\":3")),
                audit().findings().toString());
    }

    /** As recorders that did not count them have left it. */
    @Test
    void aTallyWithoutThemIsNamedAndIsNoDamage() throws IOException {
        replaceInResults(",\"SLIPPED\":2,\"FELL\":1", "");
        assertFalse(audit().isDamaged(), audit().findings().toString());
        assertTrue(
                audit().findings().stream()
                        .anyMatch(f -> f.problem().contains("users' own events")),
                audit().findings().toString());
    }

    private AuditReport audit() throws IOException {
        try (FolderAudit audit = new FolderAudit(MetricSettings.roboLab())) {
            return audit.audit(folder);
        }
    }

    private void replaceInResults(String old, String replacement) throws IOException {
        Path results = folder.resolve(EpisodeId.RESULTS_FILE);
        String text = Files.readString(results);
        assertTrue(text.contains(old), text);
        Files.writeString(results, text.replace(old, replacement));
    }
}
