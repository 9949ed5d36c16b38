package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipReader;
import io.github.roboreel.recorder.spi.files.VideoClipWriter;
import io.github.roboreel.recorder.video.PlayedVideo;
import io.github.roboreel.recorder.video.TestPicture;
import io.github.roboreel.recorder.video.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Videos that are put into one file, each picture as it was. */
class JoinedVideosIT {
    private static final int WIDTH = 64;
    private static final int HEIGHT = 48;
    private static final int FPS = 15;

    @TempDir
    private Path folder;

    private final VideoClipFormat format = new Mp4ClipFormat();

    @ParameterizedTest
    @MethodSource("codecs")
    void everyPictureIsTheOneThatItWasAndFollowsTheOneBefore(VideoCodec codec) throws Exception {
        List<Path> clips = List.of(clip("a", 5, 0, codec), clip("b", 1, 5, codec), clip("c", 8, 6, codec));
        Path joined = folder.resolve("joined.mp4");
        for (Path clip : clips) {
            assertEquals(format.joinKey(clips.get(0)), format.joinKey(clip));
            assertTrue(format.joinKey(clip).isPresent());
        }
        format.join(clips, joined);
        assertEquals(new VideoClipInfo(WIDTH, HEIGHT, 14, FPS, "h264", true), format.probe(joined));
        List<byte[]> single = new ArrayList<>();
        for (Path clip : clips) {
            single.addAll(pictures(clip));
        }
        List<byte[]> all = pictures(joined);
        assertEquals(14, all.size());
        for (int frame = 0; frame < all.size(); frame++) {
            assertArrayEquals(single.get(frame), all.get(frame), "picture " + frame);
        }
        PlayedVideo played = PlayedVideo.of(joined);
        assertEquals(14, played.frames());
        played.assertFastStart();
        List<String> packets = PlayedVideo.packets(joined);
        for (int frame = 0; frame < packets.size(); frame++) {
            assertEquals(
                    frame / (double) FPS, Double.parseDouble(packets.get(frame).split(",")[0]), 1e-6);
        }
        assertEquals(format.joinKey(clips.get(0)), format.joinKey(joined));
    }

    @Test
    void anyPictureIsFoundBackwardsToo() throws Exception {
        List<Path> clips = List.of(clip("a", 5, 0, VideoCodec.JCODEC), clip("b", 7, 5, VideoCodec.JCODEC));
        Path joined = folder.resolve("joined.mp4");
        format.join(clips, joined);
        List<byte[]> all = pictures(joined);
        byte[] found = new byte[3 * WIDTH * HEIGHT];
        try (VideoClipReader reader = format.open(joined, FPS)) {
            for (int frame = 11; frame >= 0; frame--) {
                assertEquals(frame, reader.frameAt(frame / (double) FPS));
                reader.read(frame, found, 0);
                assertArrayEquals(all.get(frame), found, "picture " + frame);
            }
        }
    }

    static Stream<VideoCodec> codecs() {
        return Arrays.stream(VideoCodec.values()).filter(VideoCodec::isAvailable);
    }

    @Test
    void videosOfAnotherSizeRateOrEncoderAreNotJoined() throws Exception {
        Path first = clip("first", 3, 0, VideoCodec.JCODEC);
        List<Path> others = new ArrayList<>();
        others.add(clip("size", 3, VideoCodec.JCODEC, new VideoFormat(WIDTH, 32, new FrameRate(FPS, 1))));
        others.add(clip("rate", 3, VideoCodec.JCODEC, new VideoFormat(WIDTH, HEIGHT, new FrameRate(10, 1))));
        others.add(byFfmpeg("profile", "-c:v libx264 -bf 0 -profile:v high -use_editlist 0"));
        for (Path other : others) {
            assertTrue(format.joinKey(other).isPresent(), "" + other);
            assertNotEquals(format.joinKey(first), format.joinKey(other));
            Path joined = folder.resolve("no.mp4");
            IOException refused =
                    assertThrows(IOException.class, () -> format.join(List.of(first, other), joined), "" + other);
            assertTrue(refused.getMessage().contains(other.toString()), refused.getMessage());
            assertTrue(Files.notExists(joined));
        }
    }

    /** What shows its pictures in another order or unevenly, or changes how they are decoded on the way. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-c:v libx264 -bf 3",
                "-c:v libx264 -bf 0 -x264-params repeat-headers=1 -use_editlist 0",
                "-c:v libx264 -bf 0 -use_editlist 0 -vf select=not(eq(n\\,3)) -vsync 0",
                "-c:v libx265 -bf 0 -x265-params log-level=none -use_editlist 0"
            })
    void whatCannotBeJoinedStaysAFileOfItsOwn(String encoded) throws Exception {
        Path clip = byFfmpeg("clip", encoded);
        assertEquals(Optional.empty(), format.joinKey(clip));
        Path joined = folder.resolve("joined.mp4");
        assertThrows(IOException.class, () -> format.join(List.of(clip), joined));
        assertTrue(Files.notExists(joined));
    }

    @Test
    void aFileThatIsThereIsLeft() throws Exception {
        Path clip = clip("a", 2, 0, VideoCodec.JCODEC);
        Path there = Files.writeString(folder.resolve("there.mp4"), "text");
        assertThrows(FileAlreadyExistsException.class, () -> format.join(List.of(clip, clip), there));
        assertEquals("text", Files.readString(there));
    }

    /** No flipped byte of a table of contents leads to anything but a key, none, or a sentence. */
    @Test
    void aDamagedHeaderIsASentence() throws Exception {
        Path clip = clip("a", 3, 0, VideoCodec.JCODEC);
        byte[] sound = Files.readAllBytes(clip);
        int end = new String(sound, StandardCharsets.ISO_8859_1).indexOf("mdat");
        Path damaged = folder.resolve("damaged.mp4");
        for (int at = 0; at < end; at++) {
            byte[] bytes = sound.clone();
            bytes[at] ^= (byte) 0x81;
            Files.write(damaged, bytes);
            try {
                format.joinKey(damaged);
            } catch (IOException e) {
                assertTrue(e.getMessage().contains(damaged.toString()), "byte " + at + ": " + e.getMessage());
            }
        }
    }

    private List<byte[]> pictures(Path file) throws IOException {
        List<byte[]> all = new ArrayList<>();
        format.decode(file, (index, rgb) -> all.add(rgb.clone()));
        return all;
    }

    private Path clip(String name, int frames, int first, VideoCodec codec) throws IOException {
        return clip(name, frames, first, codec, new VideoFormat(WIDTH, HEIGHT, new FrameRate(FPS, 1)));
    }

    private Path clip(String name, int frames, VideoCodec codec, VideoFormat format) throws IOException {
        return clip(name, frames, 0, codec, format);
    }

    private Path clip(String name, int frames, int first, VideoCodec codec, VideoFormat format) throws IOException {
        Path file = folder.resolve(name + ".mp4");
        try (VideoClipWriter writer =
                new Mp4ClipWriter(file, format, VideoWriter.create(file, format, codec, codec.encoders(2)))) {
            for (int frame = first; frame < first + frames; frame++) {
                writer.add(TestPicture.rgb(format.width(), format.height(), frame));
            }
        }
        return file;
    }

    private Path byFfmpeg(String name, String encoded) throws Exception {
        Path file = folder.resolve(name + ".mp4");
        List<String> command = new ArrayList<>(List.of("ffmpeg", "-v", "error", "-f", "lavfi", "-i"));
        command.add("testsrc=size=64x48:rate=" + FPS + ":duration=2");
        command.addAll(List.of("-pix_fmt", "yuv420p"));
        command.addAll(List.of(encoded.split(" ")));
        command.add(file.toString());
        Tool made = Tool.run(command.toArray(String[]::new));
        assertEquals(0, made.exitCode(), made.err());
        return file;
    }
}
