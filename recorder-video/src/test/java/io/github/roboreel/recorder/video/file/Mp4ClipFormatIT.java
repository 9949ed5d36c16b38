package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipWriter;
import io.github.roboreel.recorder.video.PlayedVideo;
import io.github.roboreel.recorder.video.TestPicture;
import io.github.roboreel.recorder.video.Tool;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class Mp4ClipFormatIT {
    private static final int WIDTH = 64;
    private static final int HEIGHT = 48;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {15, 30, 7, 50})
    void frameKIsShownAtKThSOfASecond(int fps) throws Exception {
        Path file = clip(fps, 31);
        PlayedVideo video = PlayedVideo.of(file);
        assertEquals(31, video.frames());
        assertEquals(fps + "/1", video.frameRate());
        assertEquals(WIDTH, video.width());
        assertEquals(HEIGHT, video.height());
        video.assertFastStart();
        List<String> packets = PlayedVideo.packets(file);
        for (int frame = 0; frame < packets.size(); frame++) {
            String[] packet = packets.get(frame).split(",");
            assertEquals((double) frame / fps, Double.parseDouble(packet[0]), 1e-6);
            assertEquals(packet[0], packet[1], "shown in another order than decoded");
            assertEquals(frame % 2 == 0, packet[2].startsWith("K"), "key frame " + frame);
        }
        assertEquals(
                new VideoClipInfo(WIDTH, HEIGHT, 31, fps, "h264", true),
                VideoClipFormat.mp4().probe(file));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void everyCodecMakesAKeyFrameOfEverySecond(VideoCodec codec) throws Exception {
        Path file = folder.resolve(codec + ".mp4");
        VideoFormat format = new VideoFormat(WIDTH, HEIGHT, new FrameRate(10, 1));
        try (VideoClipWriter writer =
                new Mp4ClipWriter(file, format, VideoWriter.create(file, format, codec, codec.encoders(2)))) {
            for (int frame = 0; frame < 9; frame++) {
                writer.add(TestPicture.rgb(WIDTH, HEIGHT, frame));
            }
        }
        List<String> keys = PlayedVideo.packets(file).stream()
                .map(p -> p.split(",")[2].substring(0, 1))
                .toList();
        assertEquals(List.of("K", "_", "K", "_", "K", "_", "K", "_", "K"), keys);
        assertEquals(9, PlayedVideo.of(file).frames());
    }

    static Stream<VideoCodec> codecs() {
        return Arrays.stream(VideoCodec.values()).filter(VideoCodec::isAvailable);
    }

    @Test
    void whatIsDecodedIsWhatWasGiven() throws Exception {
        Path file = clip(15, 9);
        int[] seen = {0};
        VideoClipFormat.mp4().decode(file, (index, rgb) -> {
            assertEquals(seen[0]++, index);
            double own = error(rgb, (int) index);
            assertTrue(own < 6, "frame " + index + " differs by " + own);
            assertTrue(own < error(rgb, (int) index + 1), "frame " + index);
        });
        assertEquals(9, seen[0]);
    }

    private static double error(byte[] rgb, int time) {
        byte[] expected = TestPicture.rgb(WIDTH, HEIGHT, time);
        return IntStream.range(0, rgb.length)
                .mapToDouble(i -> Math.abs((rgb[i] & 0xff) - (expected[i] & 0xff)))
                .average()
                .orElseThrow();
    }

    @Test
    void picturesThatAreShownInAnotherOrderAreMeasuredAndDecodedInThatOrder() throws Exception {
        Path file = folder.resolve("reordered.mp4");
        String source = "testsrc=size=64x48:rate=15:duration=2";
        Tool.run(
                "ffmpeg",
                "-v",
                "error",
                "-f",
                "lavfi",
                "-i",
                source,
                "-c:v",
                "libx264",
                "-bf",
                "3",
                "-pix_fmt",
                "yuv420p",
                file.toString());
        VideoClipInfo info = VideoClipFormat.mp4().probe(file);
        assertEquals(new VideoClipInfo(64, 48, 30, 15, "h264", true), info);
        assertTrue(
                PlayedVideo.packets(file).stream().anyMatch(p -> !p.split(",")[0].equals(p.split(",")[1])),
                "nothing is reordered");
        PlayedVideo video = PlayedVideo.of(file);
        VideoClipFormat.mp4().decode(file, (index, rgb) -> assertTrue(video.meanError((int) index, rgb) < 3));
    }

    @Test
    void aVideoWithAGapIsOfNoConstantRate() throws Exception {
        Path file = folder.resolve("gap.mp4");
        try (VideoWriter writer = VideoWriter.create(file, WIDTH, HEIGHT, 0.1, VideoCodec.JCODEC)) {
            writer.write(TestPicture.direct(TestPicture.rgb(WIDTH, HEIGHT, 0)), 0);
            writer.write(TestPicture.direct(TestPicture.rgb(WIDTH, HEIGHT, 1)), 1);
            writer.write(TestPicture.direct(TestPicture.rgb(WIDTH, HEIGHT, 2)), 3);
            writer.finish();
        }
        VideoClipInfo info = VideoClipFormat.mp4().probe(file);
        assertEquals(3, info.frames());
        assertFalse(info.isConstantRate());
    }

    /** FFmpeg writes an empty edit for the time before the first picture. */
    @Test
    void aVideoThatStartsLateIsOfNoConstantRate() throws Exception {
        Path late = folder.resolve("late.mp4");
        Path onTime = clip(15, 9);
        Tool.run(
                "ffmpeg",
                "-v",
                "error",
                "-itsoffset",
                "0.4",
                "-i",
                onTime.toString(),
                "-c",
                "copy",
                "-video_track_timescale",
                "90000",
                late.toString());
        assertTrue(VideoClipFormat.mp4().probe(onTime).isConstantRate());
        VideoClipInfo info = VideoClipFormat.mp4().probe(late);
        assertEquals(9, info.frames());
        assertFalse(info.isConstantRate());
        String first = PlayedVideo.packets(late).get(0).split(",")[0];
        assertEquals(0.4, Double.parseDouble(first), 1e-3);
    }

    @Test
    void whatCannotBeAClipIsRefused() throws Exception {
        Path file = clip(15, 2);
        VideoClipFormat format = VideoClipFormat.mp4();
        assertThrows(FileAlreadyExistsException.class, () -> format.create(file, 64, 48, 15));
        Path other = folder.resolve("other.mp4");
        assertThrows(IllegalArgumentException.class, () -> format.create(other, 63, 48, 15));
        try (VideoClipWriter writer = format.create(other, 64, 48, 15)) {
            assertThrows(IllegalArgumentException.class, () -> writer.add(new byte[3]));
        }
        assertFalse(Files.exists(other));
        Files.writeString(other, "not a video");
        assertThrows(IOException.class, () -> format.probe(other));
    }

    private Path clip(int fps, int frames) throws IOException {
        Path file = folder.resolve("clip.mp4");
        try (VideoClipWriter writer = VideoClipFormat.mp4().create(file, WIDTH, HEIGHT, fps)) {
            assertEquals("h264", writer.codec());
            for (int frame = 0; frame < frames; frame++) {
                writer.add(TestPicture.rgb(WIDTH, HEIGHT, frame));
            }
        }
        return file;
    }
}
