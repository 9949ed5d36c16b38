package io.github.roboreel.recordings.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.Annotation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotationsTest {
    @TempDir
    private Path folder;

    private final List<FileFault> problems = new ArrayList<>();

    private Annotations read(String text) throws IOException {
        Files.write(folder.resolve("annotations.jsonl"), text.getBytes(StandardCharsets.ISO_8859_1));
        return Annotations.read(folder, problems);
    }

    private static String line(int envId, int version, String note) {
        return "{\"env_name\":\"A\",\"run\":1,\"env_id\":" + envId
                + ",\"flag\":true,\"tags\":[\"slip\",\"slip\",\"x\"]," + "\"note\":\"" + note + "\",\"version\":"
                + version + ",\"at\":\"2026-01-02T03:04:05Z\"}\n";
    }

    private static Optional<Annotation> of(Annotations annotations, int envId) {
        return annotations.of("A", OptionalInt.of(1), OptionalInt.of(envId), OptionalInt.empty());
    }

    @Test
    void withoutAFileThereAreNone() {
        assertSame(Annotations.NONE, Annotations.read(folder, problems));
        assertEquals(List.of(), problems);
    }

    @Test
    void theLineOfTheHighestVersionCountsAndOfTwoOfOneVersionTheFirst() throws IOException {
        Annotations read = read(line(0, 1, "a") + line(0, 2, "b") + line(0, 2, "late") + line(2, 1, "c"));

        assertEquals(
                new Annotation("A", 1, 0, null, true, List.of("slip", "x"), "b", 2, "2026-01-02T03:04:05Z"),
                of(read, 0).orElseThrow());
        assertEquals("c", of(read, 2).orElseThrow().note());
        assertEquals(Optional.empty(), of(read, 1));
        assertEquals(4, read.lines().size());
        assertEquals(List.of(), problems);
    }

    @Test
    void aLineAddedByHandNeedsOnlyTheEpisodesName() throws IOException {
        Annotations read = read(line(0, 7, "a")
                + "{\"env_name\": \"A\", \"run\": 1, \"env_id\": 0, \"note\": \"mine\", \"colour\": \"red\"}\n"
                + "{\"env_name\": \"A\", \"episode\": 12, \"flag\": true}\n");

        assertEquals(
                new Annotation("A", 1, 0, null, false, List.of(), "mine", 8, ""),
                of(read, 0).orElseThrow());
        assertTrue(read.of("A", OptionalInt.empty(), OptionalInt.empty(), OptionalInt.of(12))
                .orElseThrow()
                .flag());
        assertTrue(read.of("A", OptionalInt.of(3), OptionalInt.of(0), OptionalInt.of(12))
                .orElseThrow()
                .flag());
        assertEquals(List.of(), problems);
    }

    @Test
    void whatIsNoneIsAProblemAndTheOthersCount() throws IOException {
        Annotations read = read("no JSON\n"
                + "[]\n"
                + "{\"env_name\": \"../A\", \"episode\": 1}\n"
                + "{\"env_name\": \"A\", \"run\": 1}\n"
                + line(0, 1, "\u00ff")
                + "\n"
                + "{\"env_name\": \"A\", \"run\": \"1\", \"env_id\": 3, \"flag\": \"yes\", \"tags\": [1, \"t\"], \"note\": 2}\n"
                + line(4, 1, "last").substring(0, 40));

        assertEquals(
                List.of(1, 2, 3, 4, 5, 8),
                problems.stream().map(FileFault::line).toList());
        assertTrue(problems.stream().allMatch(FileFault::isLeftOut));
        assertTrue(problems.get(5).text().contains("is torn"), problems.get(5).text());
        assertTrue(
                problems.get(3).text().contains("run and env_id, or episode"),
                problems.get(3).text());
        assertEquals(
                List.of(new Annotation("A", 1, 3, null, false, List.of("t"), "", 0, "")),
                read.lines().stream().map(Annotations.Line::annotation).toList());
    }

    @Test
    void whatIsNoFileIsAProblem() throws IOException {
        Files.createDirectory(folder.resolve("annotations.jsonl"));

        assertEquals(List.of(), Annotations.read(folder, problems).lines());
        assertEquals(1, problems.size());
        assertTrue(
                problems.get(0).text().contains("it is no regular file"),
                problems.get(0).text());
    }

    @Test
    void aFolderKnowsThoseOfItsEpisodes() throws IOException {
        Files.writeString(
                folder.resolve("episode_results.jsonl"),
                "{\"env_name\": \"A\", \"episode\": 4, \"run\": 1, \"env_id\": 0}\n"
                        + "{\"env_name\": \"B\", \"episode\": 4}\n{\"env_name\": \"A\", \"episode\": 5}\n");
        Files.writeString(
                folder.resolve("annotations.jsonl"),
                line(0, 1, "a") + "{\"env_name\": \"B\", \"episode\": 4, \"note\": \"b\"}\n{");

        ResultFolder read = ResultFolder.open(folder);

        assertEquals(
                List.of("a", "b", ""),
                read.episodes().stream()
                        .map(episode -> read.annotations()
                                .of(episode)
                                .map(Annotation::note)
                                .orElse(""))
                        .toList());
        assertEquals(1, read.problems().size());
        assertEquals(3, read.problems().get(0).line());
    }
}
