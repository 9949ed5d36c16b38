package io.github.roboreel.dashboard.annotations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.Annotations;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotationsFileIT {
    private static final int ROUNDS = 60;

    @TempDir
    private Path folder;

    private Path file;
    private AnnotationsFile annotations;

    @BeforeEach
    void open() {
        file = folder.resolve(RunFolder.ANNOTATIONS);
        annotations = new AnnotationsFile(folder);
    }

    private static Annotation note(int envId, int version, String note) {
        return new Annotation(
                "A", 0, envId, envId, true, List.of("slip"), note, version, "2026-01-02T03:04:05.000000001Z");
    }

    @Test
    void aLinePerChangeForItsOwnerOnly() throws IOException {
        annotations.add(note(0, 1, "größer\n\u2028 <img>"));
        annotations.add(note(1, 1, "other"));
        annotations.add(note(0, 2, "second"));

        assertEquals(
                "{\"env_name\":\"A\",\"run\":0,\"env_id\":0,\"episode\":0,\"flag\":true,\"tags\":[\"slip\"],"
                        + "\"note\":\"gr\\u00F6\\u00DFer\\n\\u2028 <img>\",\"version\":1,"
                        + "\"at\":\"2026-01-02T03:04:05.000000001Z\"}",
                Files.readAllLines(file).get(0));
        assertEquals(3, Files.readAllLines(file).size());
        assertEquals(note(0, 2, "second"), annotations.of(note(0, 0, "")).orElseThrow());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void whoHasNotSeenTheNewestIsRefused() throws IOException {
        annotations.add(note(0, 1, "first"));
        String before = Files.readString(file);

        for (int version : List.of(1, 3)) {
            Refusal refusal = assertThrows(Refusal.class, () -> annotations.add(note(0, version, "late")));
            assertEquals(412, refusal.status());
        }
        assertEquals(before, Files.readString(file));
    }

    @Test
    void whatWasTornStaysALineOfItsOwn() throws IOException {
        Files.writeString(file, "{\"env_name\": \"A\", \"run\": 0, \"env_id\": 0, \"note\": \"ha");

        annotations.add(note(0, 1, "whole"));

        List<FileFault> problems = new ArrayList<>();
        assertEquals(1, Annotations.read(folder, problems).lines().size());
        assertEquals(1, problems.size());
        assertEquals("whole", annotations.of(note(0, 0, "")).orElseThrow().note());
    }

    @Test
    void linksAndPipesAreNotFollowed() throws Exception {
        Path elsewhere = folder.resolve("elsewhere");
        Files.createSymbolicLink(file, elsewhere);
        assertEquals(
                409,
                assertThrows(Refusal.class, () -> annotations.add(note(0, 1, "")))
                        .status());
        assertFalse(Files.exists(elsewhere));
        Files.delete(file);
        assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
        assertEquals(
                409,
                assertThrows(Refusal.class, () -> annotations.add(note(0, 1, "")))
                        .status());
    }

    @Test
    void aFolderThatIsGoneIsSaid() throws IOException {
        AnnotationsFile gone = new AnnotationsFile(folder.resolve("gone"));
        assertEquals(
                404, assertThrows(Refusal.class, () -> gone.add(note(0, 1, ""))).status());
    }

    /** Each process must have seen what the other wrote, so their counts add up. */
    @Test
    void ofTwoProcessesNoneLosesWhatTheOtherSaved() throws Exception {
        List<Process> writers = List.of(writer("", "a"), writer("", "b"));
        int saved = 0;
        for (Process writer : writers) {
            saved += Integer.parseInt(output(writer).lines().findFirst().orElseThrow());
        }

        assertEquals(2 * ROUNDS, saved);
        Annotation last = annotations.of(note(0, 0, "")).orElseThrow();
        assertEquals(2 * ROUNDS, last.version());
        List<FileFault> problems = new ArrayList<>();
        List<Annotations.Line> lines = Annotations.read(folder, problems).lines();
        assertEquals(List.of(), problems);
        assertEquals(
                IntStream.rangeClosed(1, 2 * ROUNDS).boxed().toList(),
                lines.stream()
                        .map(line -> line.annotation().version())
                        .distinct()
                        .toList());
    }

    /** A limit of the file's size ends as a full disk does: after a part of a line. */
    @Test
    void aFullDiskIsOneSentenceAndLeavesWholeLines() throws Exception {
        String printed = output(writer("ulimit -f 4; ", "x".repeat(100)));

        List<String> lines = printed.lines().toList();
        int saved = Integer.parseInt(lines.get(0));
        assertTrue(saved > 0 && saved < ROUNDS, printed);
        assertTrue(
                lines.get(1).startsWith(file + " could not take the note (")
                        && lines.get(1)
                                .endsWith("so nothing was saved; make room or mend its permissions and save again"),
                printed);
        List<FileFault> problems = new ArrayList<>();
        assertEquals(saved, Annotations.read(folder, problems).lines().size());
        assertEquals(List.of(), problems);
        assertTrue(Files.readString(file).endsWith("}\n"));
    }

    @Test
    void whatCouldNotBeWrittenIsTakenBackOnlyWhileNobodyWroteBehindIt() throws IOException {
        annotations.add(note(0, 1, "first"));
        String first = Files.readString(file);
        String torn = "{\"env_name\": \"A\", \"run\": 0, \"env_id\": 1, \"no";
        Files.writeString(file, torn, StandardOpenOption.APPEND);
        new AnnotationsFile(folder).add(note(1, 1, "of another"));
        String whole = Files.readString(file);

        annotations.takeBack(StandardCharsets.UTF_8.encode(torn));

        assertEquals(whole, Files.readString(file));
        assertEquals("of another", annotations.of(note(1, 0, "")).orElseThrow().note());
        Files.writeString(file, first + torn);
        annotations.takeBack(StandardCharsets.UTF_8.encode(torn));
        assertEquals(first, Files.readString(file));
        annotations.takeBack(StandardCharsets.UTF_8.encode(first + first));
        assertEquals(first, Files.readString(file));
    }

    @Test
    void ofThreadsThatHaveSeenTheSameOneSaves() throws Exception {
        List<Callable<Integer>> writers = IntStream.range(0, 8)
                .<Callable<Integer>>mapToObj(i -> () -> {
                    try {
                        annotations.add(note(0, 1, "of " + i));
                        return 200;
                    } catch (Refusal e) {
                        return e.status();
                    }
                })
                .toList();
        ExecutorService threads = Executors.newFixedThreadPool(writers.size());
        List<Integer> statuses = new ArrayList<>();
        try {
            for (Future<Integer> answer : threads.invokeAll(writers)) {
                statuses.add(answer.get());
            }
        } finally {
            threads.shutdownNow();
        }

        assertEquals(
                List.of(200, 412, 412, 412, 412, 412, 412, 412),
                statuses.stream().sorted().toList());
        assertEquals(1, Files.readAllLines(file).size());
    }

    private Process writer(String shell, String note) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        "bash",
                        "-c",
                        shell + "exec \"$@\"",
                        "bash",
                        java,
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        folder.toString(),
                        note)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String output(Process process) throws Exception {
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        return printed;
    }

    /** Saves a note again and again, and prints how often it could and what hindered it. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) throws IOException {
            AnnotationsFile file = new AnnotationsFile(Path.of(args[0]));
            int saved = 0;
            String fault = "";
            while (saved < ROUNDS && fault.isEmpty()) {
                int seen = file.of(note(0, 0, "")).map(Annotation::version).orElse(0);
                try {
                    file.add(note(0, seen + 1, args[1] + saved));
                    saved++;
                } catch (Refusal e) {
                    Thread.onSpinWait(); // the other was faster: look again
                } catch (IOException e) {
                    fault = e.getMessage();
                }
            }
            System.out.println(saved + "\n" + fault);
        }
    }
}
