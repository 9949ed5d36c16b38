package io.github.roboreel.tools.merge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotesMergeTest {
    private static final String NOTES = "annotations.jsonl";
    private static final String LATE = note("Lift", "late");

    @TempDir
    private Path temp;

    /** A process that was killed. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aNoteThatIsSavedAtAnyInstantOfAMergeIsKept() throws Exception {
        int steps = 0;
        for (boolean wasSaved = true; wasSaved; steps++) {
            Path here = Files.createDirectories(temp.resolve("saved" + steps));
            List<Path> sources = scene(here);
            Path notes = here.resolve("into").resolve(NOTES);
            int[] left = {steps};
            new FolderMerge(here.resolve("into"), false, true, () -> {
                        if (left[0]-- == 0) {
                            save(notes, LATE);
                        }
                    })
                    .run(sources);
            wasSaved = left[0] < 0;
            requireEachOnce(notes, wasSaved);
            assertFalse(Files.exists(sources.get(0)), "nothing is left of it");
        }
        assertTrue(steps > 8, "only " + steps + " instants");
    }

    @Test
    void aNoteThatIsSavedIntoASourceAtAnyInstantOfItsMergeIsMergedOrRefused() throws Exception {
        for (boolean canRename : List.of(true, false)) {
            int steps = 0;
            int merged = 0;
            for (boolean wasTried = true; wasTried; steps++) {
                Path here = Files.createDirectories(temp.resolve("source" + canRename + steps));
                List<Path> sources = scene(here);
                Path notes = sources.get(0).resolve(NOTES);
                int[] left = {steps};
                boolean[] wasSaved = {false};
                new FolderMerge(here.resolve("into"), false, canRename, () -> {
                            if (left[0]-- == 0 && Files.exists(notes)) {
                                save(notes, LATE);
                                wasSaved[0] = true;
                            }
                        })
                        .run(sources);
                wasTried = left[0] < 0;
                merged += wasSaved[0] ? 1 : 0;
                requireEachOnce(here.resolve("into").resolve(NOTES), wasSaved[0]);
            }
            assertTrue(merged > 3 && merged < steps, merged + " of " + steps);
        }
    }

    @Test
    void aNoteThatIsSavedBetweenAKillAndItsResumeIsKept() throws Exception {
        int steps = 0;
        for (boolean wasKilled = true; wasKilled; steps++) {
            for (boolean copy : List.of(false, true)) {
                Path here = Files.createDirectories(temp.resolve("killed" + steps + copy));
                List<Path> sources = scene(here);
                Path notes = here.resolve("into").resolve(NOTES);
                wasKilled = isKilled(here.resolve("into"), copy, sources, steps);
                if (wasKilled) {
                    save(notes, LATE);
                    new FolderMerge(here.resolve("into"), copy).run(sources);
                }
                requireEachOnce(notes, wasKilled);
                assertFalse(Files.exists(notes.resolveSibling(NOTES + ".merging")));
            }
        }
        assertTrue(steps > 8, "only " + steps + " instants");
    }

    @Test
    void whatIsTornMeanwhileStaysALineOfItsOwn() throws Exception {
        List<Path> sources = scene(temp);
        Path notes = temp.resolve("into").resolve(NOTES);
        boolean[] isTorn = {false};
        new FolderMerge(temp.resolve("into"), false, true, () -> {
                    if (!isTorn[0]) {
                        save(notes, "{\"env_na");
                        isTorn[0] = true;
                    }
                })
                .run(sources);

        assertEquals(
                note("Lift", "early") + "{\"env_na\n" + note("Push", "early") + note("Pull", "early"),
                Files.readString(notes));
    }

    private static boolean isKilled(Path into, boolean copy, List<Path> sources, int steps) throws Exception {
        int[] left = {steps};
        try {
            new FolderMerge(into, copy, true, () -> {
                        if (left[0]-- == 0) {
                            throw new Killed();
                        }
                    })
                    .run(sources);
            return false;
        } catch (Killed e) {
            return true;
        }
    }

    private static void requireEachOnce(Path notes, boolean withLate) throws IOException {
        List<String> expected = List.of(note("Lift", "early"), note("Pull", "early"), note("Push", "early"), LATE);
        assertEquals(
                expected.subList(0, withLate ? 4 : 3).stream()
                        .map(String::strip)
                        .sorted()
                        .toList(),
                Files.readAllLines(notes).stream().sorted().toList());
    }

    private static void save(Path notes, String text) {
        try {
            Files.writeString(notes, text, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String note(String env, String text) {
        return "{\"env_name\":\"" + env + "\",\"episode\":0,\"note\":\"" + text + "\"}\n";
    }

    private static List<Path> scene(Path here) throws IOException {
        folder(here.resolve("into"), "Lift");
        return List.of(folder(here.resolve("a"), "Push"), folder(here.resolve("b"), "Pull"));
    }

    private static Path folder(Path folder, String env) throws IOException {
        Files.createDirectories(folder.resolve(env));
        Files.writeString(folder.resolve(env).resolve("env_cfg.json"), "{\"sim\": {\"dt\": 0.01}, \"decimation\": 2}");
        Files.writeString(folder.resolve(env).resolve("run_0.hdf5"), "rows of " + env);
        Files.writeString(folder.resolve("episode_results.jsonl"), "{\"env_name\": \"" + env + "\", \"episode\": 0}\n");
        Files.writeString(folder.resolve(NOTES), note(env, "early"));
        return folder;
    }
}
