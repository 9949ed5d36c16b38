package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On videos that the ffmpeg command makes, so that nothing of ours wrote them. */
class VideoProbeIT {
    @TempDir
    private Path folder;

    private Path video;

    @BeforeEach
    void make() throws Exception {
        video = folder.resolve("video.mp4");
        ffmpeg(
                "-f lavfi -i testsrc=size=320x180:rate=15:duration=2 -c:v libx264"
                        + " -pix_fmt yuv420p -movflags +faststart",
                video);
    }

    @Test
    void aFinishedVideoTellsEverything() throws IOException {
        assertEquals(new VideoProbe(30, 15, 320, 180, "avc1", false, true, false), VideoProbe.read(video));
    }

    @Test
    void aTableOfContentsAtTheEndIsNoFaststart() throws Exception {
        Path slow = folder.resolve("slow.mp4");
        ffmpeg("-i " + video + " -c copy", slow);
        VideoProbe probe = VideoProbe.read(slow);
        assertEquals(false, probe.isFaststart());
        assertEquals(30, probe.frames());
    }

    @Test
    void aLonePictureIsAVideo() throws Exception {
        Path lone = folder.resolve("lone.mp4");
        ffmpeg("-i " + video + " -frames:v 1 -c:v libx264 -pix_fmt yuv420p", lone);
        assertEquals(1, VideoProbe.read(lone).frames());
    }

    @Test
    void fragmentsAreCounted() throws Exception {
        Path fragmented = folder.resolve("fragmented.mp4");
        ffmpeg("-i " + video + " -c copy -movflags frag_keyframe+empty_moov", fragmented);
        VideoProbe probe = VideoProbe.read(fragmented);
        assertEquals(true, probe.isFragmented());
        assertEquals(30, probe.frames());
    }

    @Test
    void theIndexAloneTellsWhatPlayersAsk() throws Exception {
        VideoFacts facts = VideoFacts.read(video);
        assertEquals(new VideoFacts(320, 180, 15, 30, facts.codec()), facts);
        assertTrue(facts.codec().matches("avc1\\.64[0-9a-f]{4}"), facts.codec());
    }

    @Test
    void theIndexOfAVideoThatGrowsTellsWhatIsWhole() throws Exception {
        Path growing = folder.resolve("growing.mp4");
        ffmpeg("-i " + video + " -c:v libx264 -g 10 -movflags frag_keyframe+empty_moov+default_base_moof", growing);
        assertEquals(new VideoFacts(320, 180, 15, 30, VideoFacts.read(growing).codec()), VideoFacts.read(growing));
        byte[] content = Files.readAllBytes(growing);
        int last = new String(content, StandardCharsets.ISO_8859_1).lastIndexOf("moof");
        Files.write(growing, Arrays.copyOf(content, last + 8));
        assertEquals(20, VideoFacts.read(growing).frames());
        assertEquals(15, VideoFacts.read(growing).fps());
    }

    @Test
    void aVideoThatIsCutOffIsNamed() throws IOException {
        byte[] content = Files.readAllBytes(video);
        Files.write(video, Arrays.copyOf(content, content.length - 1));
        requireFault("is cut off: it holds 29 of 30 pictures");
    }

    @Test
    void picturesWhoseUnitsDoNotFitAreDamaged() throws IOException {
        byte[] content = Files.readAllBytes(video);
        int data = new String(content, StandardCharsets.ISO_8859_1).indexOf("mdat") + 4;
        content[data] = 0x7f;
        Files.write(video, content);
        requireFault("is damaged: picture 0 does not hold the units that it should");
    }

    @Test
    void garbageNothingAndStubsAreNoVideos() throws IOException {
        byte[] content = Files.readAllBytes(video);
        Files.writeString(video, "garbage garbage garbage");
        requireFault("is no MP4");
        Files.write(video, new byte[0]);
        requireFault("is no MP4");
        Files.write(video, Arrays.copyOf(content, 300));
        requireFault("");
    }

    @Test
    void noFlippedByteOfTheTableOfContentsThrowsAnythingElse() throws IOException {
        byte[] content = Files.readAllBytes(video);
        int data = new String(content, StandardCharsets.ISO_8859_1).indexOf("mdat");
        for (int at = 0; at < data; at += 3) {
            byte old = content[at];
            content[at] ^= 0x55;
            Files.write(video, content);
            try {
                VideoFacts.read(video);
                VideoProbe.read(video);
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("video.mp4"), "byte " + at + ": " + e);
            }
            content[at] = old;
        }
    }

    private void requireFault(String problem) {
        IOException fault = assertThrows(IOException.class, () -> VideoProbe.read(video));
        assertTrue(fault.getMessage().startsWith(video.toString()), fault.getMessage());
        assertTrue(fault.getMessage().contains(problem), fault.getMessage());
    }

    private static void ffmpeg(String arguments, Path to) throws Exception {
        List<String> command = new ArrayList<>(List.of("ffmpeg", "-v", "error", "-y"));
        command.addAll(Arrays.asList(arguments.split(" ")));
        command.add(to.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertEquals(0, process.exitValue(), said);
    }
}
