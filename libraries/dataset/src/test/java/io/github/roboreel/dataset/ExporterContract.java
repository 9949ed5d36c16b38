package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every exporter promises; extended by one test class per format. */
public abstract class ExporterContract {
    private static final int EPISODES = RecordedRuns.RUNS * RecordedRuns.ENVS;

    @TempDir
    static Path recorded;

    private static RecordedRuns source;

    @TempDir
    Path folder;

    /** An exporter into that folder. */
    protected abstract Exporter exporter(Path folder);

    /** What it makes there. */
    protected abstract Path target(Path folder);

    @BeforeAll
    static void record() {
        source = RecordedRuns.record(recorded, false);
    }

    @Test
    void saysWhatItMadeAndLeavesNothingElse() throws IOException {
        long steps = 0;
        for (int run = 0; run < RecordedRuns.RUNS; run++) {
            for (int env = 0; env < RecordedRuns.ENVS; env++) {
                steps += RecordedRuns.steps(run, env);
            }
        }
        Counted progress = new Counted();

        ExportSummary summary = exporter(folder).export(source, progress);

        assertEquals(EPISODES, summary.episodes());
        assertEquals(steps, summary.steps());
        assertTrue(summary.arraysCompared() >= source.arrays(), summary.toString());
        assertEquals(target(folder).toAbsolutePath(), summary.target().toAbsolutePath());
        assertTrue(Files.exists(target(folder)));
        assertTrue(progress.phases >= 1 && progress.advanced > 0, progress.toString());
        assertEquals(List.of(), leftovers());
    }

    @Test
    void export_anObservationThatEqualsTheStateOfItsRow_isNoted() throws IOException {
        RecordedRuns late = RecordedRuns.recordLate(folder.resolve("recorded"));

        ExportSummary summary = exporter(folder).export(late, ExportProgress.NONE);

        assertEquals(
                List.of("'obs/late' changes and equals states/late of the same row everywhere, so it was probably"
                        + " recorded after the action of its row, not before it, and shows a policy what its action"
                        + " will do; " + late.file(0) + ", data/demo_0 is the first"),
                summary.notes().stream()
                        .filter(note -> note.contains("of the same row"))
                        .toList());
    }

    @Test
    void anExistingTargetIsRefusedAndUntouched() throws IOException {
        Path target = target(folder);
        Files.createDirectories(target.getParent());
        Files.writeString(target, "mine");

        ExportRefusedException refused = assertThrows(
                ExportRefusedException.class, () -> exporter(folder).export(source, ExportProgress.NONE));

        assertTrue(refused.getMessage().contains(target.getFileName().toString()), refused.getMessage());
        assertEquals("mine", Files.readString(target));
        assertEquals(List.of(), leftovers());
    }

    @Test
    void aSourceThatFailsHalfwayLeavesNothing() {
        int[] visited = {0};
        EpisodeSource failing = visitor -> source.visit((facts, episode) -> {
            // The second time the episodes are gone through.
            if (visited[0]++ == EPISODES + 5) {
                throw new IOException("the cable was pulled");
            }
            visitor.visit(facts, episode);
        });

        IOException failure =
                assertThrows(IOException.class, () -> exporter(folder).export(failing, ExportProgress.NONE));

        assertTrue(failure.getMessage().contains("the cable was pulled"), failure.getMessage());
        assertFalse(Files.exists(target(folder), LinkOption.NOFOLLOW_LINKS));
        assertEquals(List.of(), files());
    }

    @Test
    void noEpisodesAreRefused() {
        ExportRefusedException refused = assertThrows(
                ExportRefusedException.class, () -> exporter(folder).export(visitor -> {}, ExportProgress.NONE));

        assertTrue(refused.getMessage().contains("no episode"), refused.getMessage());
        assertFalse(Files.exists(target(folder), LinkOption.NOFOLLOW_LINKS));
    }

    /** Files of a work under way. */
    private List<Path> leftovers() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().contains(".exporting")).toList();
        }
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Counted implements ExportProgress {
        private int phases;
        private long advanced;

        @Override
        public void phase(String name, long steps) {
            phases++;
        }

        @Override
        public void advanced(long steps) {
            advanced += steps;
        }

        @Override
        public String toString() {
            return phases + " phases, " + advanced + " steps";
        }
    }
}
