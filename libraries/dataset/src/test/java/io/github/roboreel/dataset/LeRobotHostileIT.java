package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged and hostile LeRobot datasets end in a sentence, in one JVM of a small heap, and leave nothing behind. */
class LeRobotHostileIT {
    private static final long TIMEOUT_SECONDS = 300;

    @TempDir
    private Path folder;

    private static Map<String, String> sentences() {
        Map<String, String> sentences = new LinkedHashMap<>();
        sentences.put("fps0", "says fps 0, expected a number above 0");
        sentences.put("fpsnan", "is no JSON");
        sentences.put("fps300", "says fps 1");
        sentences.put("shape", "'observation.grid' of meta/info.json has rows of the shape");
        sentences.put("up", "is outside the dataset's folder");
        sentences.put("root", "is outside the dataset's folder");
        sentences.put("class", "only places such as {file_index:03d} are understood");
        sentences.put("million", "says total_episodes 1000000000000, but meta/episodes has 5");
        sentences.put("frames", "says total_frames 26, but the episodes have 25");
        sentences.put("version", "is of version 'v1.6'");
        sentences.put("key", "has a name that LeRobot does not allow");
        sentences.put("deep", "is no JSON");
        sentences.put("wide", "'action' has a row of 3 elements, expected 4000000");
        sentences.put("link", "is outside the dataset's folder");
        sentences.put("cut", "file-000.parquet cannot be read");
        sentences.put("garbage", "file-000.parquet cannot be read");
        sentences.put("column", "'action' is declared as float32 of the shape [3], but stored as nothing");
        sentences.put("type", "but stored as VARCHAR");
        sentences.put("length", "file-000.parquet, episode_1: 'action' has a row of 2 elements, expected 3; repair");
        sentences.put("inner", "file-000.parquet cannot be read: Conversion Error");
        sentences.put("null", "'flag' has a gap in it");
        sentences.put("nullelement", "'action' has a gap in it");
        sentences.put("huge", "cannot be read: Out of Memory Error");
        sentences.put("text", "has a text of 2000000 bytes");
        sentences.put("longtext", "has a text of 2000000 bytes");
        sentences.put("digits", "'note' is declared as string, but stored as BIGINT");
        sentences.put("number", "has episode_index 1 at step 0, expected 0");
        sentences.put("nopicture", "is no picture file");
        sentences.put("nobytes", "has a row without a picture file");
        sentences.put("bomb", "60000");
        sentences.put("overlap", "has frame_index 3 at step 0, expected 0");
        sentences.put("endless", "has another number, length or range");
        sentences.put("badplace", "has no whole number from 0 in column 'data/chunk_index'");
        sentences.put("later", "file-000.mp4 has 13 frames, but episode_2 is said to be frames 1010 to 1012");
        sentences.put("stale", "file-007.mp4");
        sentences.put("short", "has 6 frames, but episode_4 is said to be frames 5 to 11");
        sentences.put("small", "shows pictures of 32x32, but 'observation.images.cam' is declared");
        sentences.put("novideo", "is no MP4");
        return sentences;
    }

    @Test
    void everyOneEndsInASentence() throws Exception {
        ForeignLeRobot foreign = new ForeignLeRobot(folder.resolve("pictures"));
        Path sound = folder.resolve("sound");
        foreign.write(sound);
        video("short.mp4", "64x48", 6);
        video("small.mp4", "32x32", 12);
        Files.createDirectories(folder.resolve("scratch"));
        Path out = folder.resolve("out.txt");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileLeRobot.class.getName(),
                        sound.toString(),
                        folder.resolve("scratch").toString(),
                        folder.toString())
                .redirectOutput(out.toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
        boolean isEnded = child.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        child.destroyForcibly();
        assertTrue(isEnded, "hangs after " + Files.readString(out));
        assertEquals(0, child.exitValue(), Files.readString(folder.resolve("err.txt")));
        assertSentences(Files.readAllLines(out, StandardCharsets.UTF_8));
    }

    private static void assertSentences(List<String> lines) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String line : lines) {
            int colon = line.indexOf(": ");
            assertTrue(colon > 0, line);
            found.put(line.substring(0, colon), line.substring(colon + 2));
        }
        assertEquals(sentences().keySet(), found.keySet());
        sentences().forEach((damage, sentence) -> {
            String message = found.get(damage);
            boolean isRefused = message.startsWith("ExportRefusedException ") || message.startsWith("IOException ");
            assertTrue(isRefused && message.contains(sentence) && !message.endsWith("LEFT"), damage + ": " + message);
        });
    }

    private void video(String name, String size, int frames) throws Exception {
        List<String> command = List.of(
                "ffmpeg",
                "-v",
                "error",
                "-f",
                "lavfi",
                "-i",
                "testsrc=size=" + size + ":rate=10",
                "-frames:v",
                "" + frames,
                "-pix_fmt",
                "yuv420p",
                folder.resolve(name).toString());
        Process ffmpeg = new ProcessBuilder(command).redirectErrorStream(true).start();
        ffmpeg.getOutputStream().close();
        String out = new String(ffmpeg.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, ffmpeg.waitFor(), out);
    }
}
