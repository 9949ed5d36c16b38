package io.github.roboreel.tools.merge;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.OutputLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On folders whose run files are any bytes: a merge does not look into them. */
class FolderMergeTest {
    private static final String CONFIG = "{\"sim\": {\"dt\": 0.01}, \"decimation\": 2}";

    @TempDir
    private Path temp;

    /** A process that was killed. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void treesMoveAndLinesAreAppendedByteForByte() throws Exception {
        Path a = folder("a", "Push", "{\"env_name\": \"Push\", \"episode\": 0, \"x\": NaN}\n");
        Path b = folder("b", "Pull", "{\"env_name\":\"Pull\",\"episode\":0}");
        Path into = folder("into", "Lift", "{\"env_name\": \"Lift\"}\n");

        MergePlan plan = new FolderMerge(into, false).run(List.of(a, b));

        assertEquals("""
                {"env_name": "Lift"}
                {"env_name": "Push", "episode": 0, "x": NaN}
                {"env_name":"Pull","episode":0}
                """, Files.readString(into.resolve("episode_results.jsonl")));
        assertEquals("rows of Push", Files.readString(into.resolve("Push/run_0.hdf5")));
        assertEquals("sub", Files.readString(into.resolve("Pull/old/deep/note.txt")));
        assertFalse(Files.exists(a.resolve("Push")));
        assertFalse(Files.exists(into.resolve(FolderMerge.JOURNAL)));
        Path aside = Path.of(plan.sources().get(0).resultsAside());
        assertEquals(into, aside.getParent());
        assertTrue(Files.readString(aside).contains("NaN"));
        assertFalse(Files.exists(a), "nothing is left of it");
        assertEquals(List.of(), plan.sources().get(0).leftBehind());
    }

    @Test
    void copyingLeavesTheSourcesAsTheyAre() throws Exception {
        Path a = folder("a", "Push", "{\"env_name\": \"Push\"}\n");
        Map<String, String> before = contents(a);

        new FolderMerge(temp.resolve("into"), true).run(List.of(a));

        assertEquals(before, contents(a));
        assertEquals(before, contents(temp.resolve("into")));
    }

    @Test
    void aLegacyArrayBecomesLines() throws Exception {
        Path a = folder("a", "Push", null);
        Files.writeString(
                a.resolve("episode_results.json"),
                "[{\"env_name\": \"Push\", \"x\": NaN}, {\"env_name\": \"Push\", \"episode\": 1}]");

        new FolderMerge(temp.resolve("into"), false).run(List.of(a));

        assertEquals("""
                {"env_name":"Push","x":NaN}
                {"env_name":"Push","episode":1}
                """, Files.readString(temp.resolve("into/episode_results.jsonl")));
    }

    @Test
    void allConflictsAreListedAndNothingIsTouched() throws Exception {
        Path a = folder("a", "Push", "{\"env_name\": \"Push\"}\n{\"env_name\": \"Lift\"}\n");
        Path b = folder("b", "Push", "{\"env_name\": \"Push\"}\n");
        Path c = folder("c", "Wave", "{\"env_name\": \"Wave\"}\n");
        Files.writeString(c.resolve("Wave/env_cfg.json"), "{\"sim\": {\"dt\": 0.01}, \"decimation\": 4}");
        Path d = Files.createDirectory(temp.resolve("d"));
        Path into = folder("into", "Lift", "{\"env_name\": \"Lift\"}");
        Map<String, String> before = contents(temp);

        MergeConflictException refusal = assertThrows(
                MergeConflictException.class,
                () -> new FolderMerge(into, false).run(List.of(a, b, c, d, into.resolve("Lift"))));

        String all = String.join("\n", refusal.conflicts());
        assertTrue(all.contains("env Push is in " + a + " and in " + b), all);
        assertTrue(all.contains("env Lift is in " + into + " and in " + a), all);
        assertTrue(all.contains("dt 0.02 s in"), all);
        assertTrue(all.contains("dt 0.04 s in " + c.resolve("Wave")), all);
        assertTrue(all.contains(d + " holds no recording"), all);
        assertTrue(all.contains("lie one in the other"), all);
        assertTrue(all.contains("ends in a torn line"), all);
        assertEquals(before, contents(temp));
    }

    @Test
    void aFileInTheWayIsAConflict() throws Exception {
        Path a = folder("a", "Push", "{\"env_name\": \"Push\"}\n");
        Path into = Files.createDirectory(temp.resolve("into"));
        Files.writeString(into.resolve("Push"), "mine");

        MergeConflictException refusal =
                assertThrows(MergeConflictException.class, () -> new FolderMerge(into, false).run(List.of(a)));

        assertEquals(List.of(into.resolve("Push") + " is in the way; move it elsewhere"), refusal.conflicts());
        assertEquals("mine", Files.readString(into.resolve("Push")));
    }

    @Test
    void annotationsOfAllAreAppended() throws Exception {
        Path a = folder("a", "Push", "{\"env_name\": \"Push\", \"episode\": 0}\n");
        Path b = folder("b", "Pull", "{\"env_name\": \"Pull\", \"episode\": 0}\n");
        Path into = folder("into", "Lift", "{\"env_name\": \"Lift\", \"episode\": 0}\n");
        String of = "{\"env_name\":\"%s\",\"episode\":0,\"note\":\"%1$s\"}\n";
        Files.writeString(a.resolve("annotations.jsonl"), of.formatted("Push") + "{\"env_na");
        Files.writeString(b.resolve("annotations.jsonl"), of.formatted("Pull"));
        Files.writeString(into.resolve("annotations.jsonl"), of.formatted("Lift"));
        Path annotations = into.resolve("annotations.jsonl");

        MergePlan plan = new FolderMerge(into, false).run(List.of(a, b));

        assertEquals(of.formatted("Lift") + of.formatted("Push") + of.formatted("Pull"), Files.readString(annotations));
        assertEquals(List.of(), plan.sources().get(0).leftBehind());
        assertFalse(Files.exists(a), "nothing is left of it");
        assertTrue(Files.readString(Path.of(plan.sources().get(0).annotationsAside()))
                .endsWith("{\"env_na"));

        Files.writeString(annotations, Files.readString(annotations) + "{");
        Path c = folder("c", "Wave", "{\"env_name\": \"Wave\"}\n");
        MergeConflictException torn =
                assertThrows(MergeConflictException.class, () -> new FolderMerge(into, false).run(List.of(c)));
        assertEquals(List.of(annotations + " ends in a torn line; delete that line first"), torn.conflicts());
    }

    @Test
    void linesThatCannotBeReadAndOtherFilesStayInTheSource() throws Exception {
        Path a = folder("a", "Push", "{]\n{\"env_name\": \"Push\"}\n{\"env_name\": \"Pu");
        Files.writeString(a.resolve("episode_metrics.json"), "[]");
        Files.writeString(a.resolve("notes.txt"), "mine");

        MergePlan plan = new FolderMerge(temp.resolve("into"), false).run(List.of(a));

        MergePlan.Source source = plan.sources().get(0);
        assertEquals(2, source.counts().unreadable());
        assertEquals(List.of("episode_metrics.json", "notes.txt"), source.leftBehind());
        assertTrue(plan.leavesDataBehind());
        assertTrue(Files.readString(Path.of(source.resultsAside())).startsWith("{]\n"));
        assertEquals("mine", Files.readString(a.resolve("notes.txt")));
    }

    @Test
    void aFolderThatIsBeingRecordedIsLeftAlone() throws Exception {
        Path a = folder("a", "Push", "{\"env_name\": \"Push\"}\n");
        Path into = temp.resolve("into");
        try (OutputLock lock = OutputLock.acquire(a)) {
            assertEquals(a, lock.folder());
            assertFault(RoboReelException.class, Kind.LOCKED, () -> new FolderMerge(into, false).run(List.of(a)));
        }
        assertTrue(Files.exists(a.resolve("Push/run_0.hdf5")));
        assertFalse(Files.exists(into.resolve("Push")));
    }

    @Test
    void killedAnywhereItGoesOnToTheSameEndWithinAFileSystem() throws Exception {
        killEverywhere(false, true);
    }

    @Test
    void killedAnywhereItGoesOnToTheSameEndAcrossFileSystems() throws Exception {
        killEverywhere(false, false);
    }

    @Test
    void killedAnywhereItGoesOnToTheSameEndWhenCopying() throws Exception {
        killEverywhere(true, false);
    }

    private void killEverywhere(boolean copy, boolean canRename) throws Exception {
        Path whole = Files.createDirectories(temp.resolve("whole"));
        new FolderMerge(whole.resolve("into"), copy, canRename, () -> {}).run(scene(whole));
        Map<String, String> expected = contents(whole.resolve("into"));
        int steps = 0;
        while (true) {
            Path here = Files.createDirectories(temp.resolve("killed" + steps));
            List<Path> sources = scene(here);
            Path into = here.resolve("into");
            Map<String, String> before = contents(here);
            if (!killed(into, copy, canRename, sources, steps)) {
                break;
            }
            requireNothingLost(before, contents(here));

            new FolderMerge(into, copy, canRename, () -> {}).run(sources);

            assertEquals(expected, contents(into), "killed after " + steps + " steps");
            assertEquals(copy, Files.exists(sources.get(0).resolve("Push")));
            assertEquals(copy, Files.exists(sources.get(1).resolve("Pull")));
            steps++;
        }
        assertTrue(steps >= (canRename ? 8 : 20), "only " + steps + " places to be killed at");
    }

    private List<Path> scene(Path here) throws IOException {
        Path a = folder(here.resolve("a"), "Push", "{\"env_name\": \"Push\"}\n");
        Path b = folder(here.resolve("b"), "Pull", "{\"env_name\": \"Pull\"}\n");
        folder(here.resolve("into"), "Lift", "{\"env_name\": \"Lift\"}\n");
        return List.of(a, b);
    }

    private static boolean killed(Path into, boolean copy, boolean canRename, List<Path> sources, int steps)
            throws Exception {
        int[] left = {steps};
        Runnable checkpoint = () -> {
            if (left[0]-- == 0) {
                throw new Killed();
            }
        };
        try {
            new FolderMerge(into, copy, canRename, checkpoint).run(sources);
            return false;
        } catch (Killed e) {
            return true;
        }
    }

    /** Every file's content is somewhere at any time. */
    private static void requireNothingLost(Map<String, String> before, Map<String, String> now) {
        for (Map.Entry<String, String> file : before.entrySet()) {
            assertTrue(
                    now.values().stream().anyMatch(content -> content.contains(file.getValue())),
                    file.getKey() + " is lost; there is " + now.keySet());
        }
    }

    /** Locks come and go, and names of files set aside hold the time. */
    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (!name.contains(".recording.lock")) {
                    contents.put(name.replaceAll("-\\d{8}-\\d{6}", ""), Files.readString(file));
                }
            }
        }
        return contents;
    }

    private Path folder(String name, String env, String results) throws IOException {
        return folder(temp.resolve(name), env, results);
    }

    private static Path folder(Path folder, String env, String results) throws IOException {
        Path old = Files.createDirectories(folder.resolve(env).resolve("old/deep"));
        Files.writeString(folder.resolve(env).resolve("env_cfg.json"), CONFIG);
        Files.writeString(folder.resolve(env).resolve("run_0.hdf5"), "rows of " + env);
        Files.writeString(old.resolve("note.txt"), "sub");
        if (results != null) {
            Files.writeString(folder.resolve("episode_results.jsonl"), results);
        }
        return folder;
    }

    @Test
    void aLinkIsAConflictAndNothingIsTouched() throws Exception {
        Path a = folder("a", "Push", "{\"env_name\": \"Push\"}\n");
        Path elsewhere = folder("elsewhere", "Pull", null);
        Path tree = Files.createSymbolicLink(a.resolve("Pull"), elsewhere.resolve("Pull"));
        Path inside = a.resolve("Push/old/deep/link.txt");
        Files.createSymbolicLink(inside, Path.of("note.txt"));
        Path dangling = a.resolve("Push/gone.mp4");
        Files.createSymbolicLink(dangling, Path.of("nowhere"));
        Map<String, String> before = contents(temp);

        for (boolean copy : List.of(true, false)) {
            Path into = temp.resolve("into");
            MergeConflictException refusal =
                    assertThrows(MergeConflictException.class, () -> new FolderMerge(into, copy).run(List.of(a)));

            String all = String.join("\n", refusal.conflicts());
            for (Path link : List.of(tree, inside, dangling)) {
                assertTrue(all.contains(link + " is a symbolic link"), all);
            }
            assertEquals(before, contents(temp));
            assertTrue(Files.isSymbolicLink(inside));
        }
    }

    @Test
    void aLinkThatComesDuringAMergeIsNotLost() throws Exception {
        Path a = folder("a", "Push", "{\"env_name\": \"Push\"}\n");
        Path link = a.resolve("Push/late.txt");
        Path into = Files.createDirectory(temp.resolve("into"));
        Runnable makeLink = () -> {
            try {
                if (Files.notExists(link, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createSymbolicLink(link, Path.of("run_0.hdf5"));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };

        IOException refusal =
                assertThrows(IOException.class, () -> new FolderMerge(into, false, false, makeLink).run(List.of(a)));

        assertTrue(refusal.getMessage().contains(link + " is a symbolic link"));
        assertTrue(Files.isSymbolicLink(link));
        Files.delete(link);
        new FolderMerge(into, false).run(List.of(a));
        assertEquals("rows of Push", Files.readString(into.resolve("Push/run_0.hdf5")));
    }

    @Test
    void linesThatReadersReadArriveHoweverTheyEndAndWhateverTheirBytes() throws Exception {
        Path a = folder("a", "Push", null);
        String text = "{\"env_name\": \"Push\", \"e\": 0}\r{\"env_name\": \"Push\", \"e\": 1}\r\n"
                + "{\"env_name\": \"Push\", \"e\": \"\u00e9\"}\n";
        Files.write(a.resolve("episode_results.jsonl"), text.getBytes(StandardCharsets.ISO_8859_1));

        MergePlan plan = new FolderMerge(temp.resolve("into"), true).run(List.of(a));

        assertEquals(
                text.replace("\r{", "\n{"),
                Files.readString(temp.resolve("into/episode_results.jsonl"), StandardCharsets.ISO_8859_1));
        assertEquals(1, plan.sources().get(0).counts().doubtful());
        assertEquals(0, plan.sources().get(0).counts().unreadable());
        assertTrue(plan.leavesDataBehind());
    }
}
