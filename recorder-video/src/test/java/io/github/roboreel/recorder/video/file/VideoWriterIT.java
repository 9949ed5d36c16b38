package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.roboreel.recorder.video.PlayedVideo;
import io.github.roboreel.recorder.video.TestPicture;
import io.github.roboreel.recorder.video.VideoFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VideoWriterIT {
    @TempDir
    private Path folder;

    static Stream<VideoCodec> codecs() {
        return Arrays.stream(VideoCodec.values()).filter(VideoCodec::isAvailable);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void whatIsPlayedIsWhatWasWritten(VideoCodec codec) throws Exception {
        PlayedVideo video = written(codec, 192, 112, 70, 1 / 15.0);
        assertEquals(70, video.frames());
        assertEquals("15/1", video.frameRate());
        assertEquals(70 / 15.0, video.durationSeconds(), 1e-3);
        video.assertFastStart();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void aSinglePictureIsAVideo(VideoCodec codec) throws Exception {
        PlayedVideo video = written(codec, 64, 48, 1, 0.02);
        assertEquals(1, video.frames());
        assertEquals("50/1", video.frameRate());
        video.assertFastStart();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void smallAndUnevenlyDivisibleSizesWork(VideoCodec codec) throws Exception {
        assertEquals(5, written(codec, 16, 16, 5, 0.1).frames());
        assertEquals(5, written(codec, 34, 18, 5, 0.1).frames());
        assertEquals(5, written(codec, 18, 130, 5, 0.1).frames());
    }

    private PlayedVideo written(VideoCodec codec, int width, int height, int frames, double dt) throws Exception {
        Path file = folder.resolve(width + "x" + height + ".mp4");
        try (VideoWriter writer = VideoWriter.create(file, width, height, dt, codec)) {
            for (int time = 0; time < frames; time++) {
                writer.write(TestPicture.direct(TestPicture.rgb(width, height, time)), time);
            }
            assertEquals(file, writer.finish());
        }
        PlayedVideo video = PlayedVideo.of(file);
        assertEquals(width, video.width());
        assertEquals(height, video.height());
        for (int time = 0; time < video.frames(); time++) {
            double error = video.meanError(time, TestPicture.rgb(width, height, time));
            double fromNext = video.meanError(time, TestPicture.rgb(width, height, time + 1));
            assertTrue(error < 6, "frame " + time + " differs by " + error);
            assertTrue(error < fromNext, "frame " + time + " looks like the next one");
        }
        assertEquals(List.of(), recordings());
        return video;
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void leavingPicturesOutKeepsTheTime(VideoCodec codec) throws Exception {
        Path file = folder.resolve("gaps.mp4");
        try (VideoWriter writer = VideoWriter.create(file, 32, 32, 0.1, codec)) {
            for (int time : new int[] {0, 1, 2, 10, 11, 19}) {
                writer.write(TestPicture.direct(TestPicture.rgb(32, 32, time)), time);
            }
            writer.finish();
        }
        PlayedVideo video = PlayedVideo.of(file);
        assertEquals(6, video.frames());
        assertEquals(2.0, video.durationSeconds(), 1e-3);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void leavingTheFirstPicturesOutKeepsTheTime(VideoCodec codec) throws Exception {
        Path file = folder.resolve("late.mp4");
        try (VideoWriter writer = VideoWriter.create(file, 32, 32, 0.1, codec)) {
            for (int time = 30; time < 40; time++) {
                writer.write(TestPicture.direct(TestPicture.rgb(32, 32, time)), time);
            }
            assertShownAt(folder.resolve("late.recording.mp4"), 0, 3.1, 3.2, 3.3);
            writer.finish();
        }
        assertShownAt(file, 0, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9);
        assertEquals(4.0, PlayedVideo.of(file).durationSeconds(), 1e-3);
        assertEquals(10, VideoProbe.read(file).framesPerSecond(), 1e-9);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void aSingleLatePictureIsShownForOnePeriod(VideoCodec codec) throws Exception {
        Path file = folder.resolve("late.mp4");
        try (VideoWriter writer = VideoWriter.create(file, 32, 32, 0.1, codec)) {
            writer.write(TestPicture.direct(TestPicture.rgb(32, 32, 30)), 30);
            writer.finish();
        }
        assertShownAt(file, 0);
        assertEquals(10, VideoProbe.read(file).framesPerSecond(), 1e-9);
    }

    private static void assertShownAt(Path file, double... seconds) throws Exception {
        List<String> packets = PlayedVideo.packets(file);
        for (int i = 0; i < seconds.length; i++) {
            double shown = Double.parseDouble(packets.get(i).split(",")[0]);
            assertEquals(seconds[i], shown, 1e-3, "picture " + i);
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void slowRunsKeepTheirTimeForLong(VideoCodec codec) throws Exception {
        for (double dt : new double[] {2.5, 3600, 90_000}) {
            Path file = folder.resolve(dt + ".mp4");
            try (VideoWriter writer = VideoWriter.create(file, 16, 16, dt, codec)) {
                for (int time : new int[] {0, 1, 1000}) {
                    writer.write(TestPicture.direct(TestPicture.rgb(16, 16, time)), time);
                }
                writer.finish();
            }
            assertShownAt(file, 0, dt, 1000 * dt);
            assertEquals(1 / dt, VideoProbe.read(file).framesPerSecond(), 1e-9 / dt);
        }
    }

    @Test
    void aPictureShownForTooLongIsOneSentenceAndTheRecordingStays() throws Exception {
        Path file = folder.resolve("x.mp4");
        VideoWriter writer = VideoWriter.create(file, 16, 16, 3600, VideoCodec.JCODEC);
        writer.write(TestPicture.direct(TestPicture.rgb(16, 16, 0)), 0);
        writer.write(TestPicture.direct(TestPicture.rgb(16, 16, 1)), 200_000);
        Exception refused = assertThrows(ArithmeticException.class, writer::finish);
        assertEquals(
                "a picture is shown for 720000000 s, longer than an MP4 can say;" + " expected at most 536870911 s",
                refused.getMessage());
        assertEquals(List.of("x.recording.mp4"), names());
    }

    @Test
    void anEncoderThatDiesWhileOpeningLeavesNoFile() throws Exception {
        VideoFiles files = VideoFiles.of(folder.resolve("x.mp4"));
        VideoFormat format = new VideoFormat(32, 32, new FrameRate(10, 1));
        FrameEncoder.Factory dying = (f, output) -> {
            throw new UnsatisfiedLinkError("no codec");
        };
        assertThrows(UnsatisfiedLinkError.class, () -> new VideoWriter(files, format, dying, new SampleBuffer()));
        assertEquals(List.of(), names());
    }

    @Test
    void somebodyElsesUnfinishedFileIsNotDeleted() throws Exception {
        VideoWriter writer = VideoWriter.create(folder.resolve("x.mp4"), 16, 16, 0.1, VideoCodec.JCODEC);
        writer.write(TestPicture.direct(TestPicture.rgb(16, 16, 0)), 0);
        Files.writeString(folder.resolve("x.finishing"), "precious");
        assertThrows(FileAlreadyExistsException.class, writer::finish);
        assertEquals("precious", Files.readString(folder.resolve("x.finishing")));
        assertEquals(List.of("x.finishing", "x.recording.mp4"), names());
    }

    @Test
    void aPictureTooLargeForTheCodecIsRefusedInOneSentence() throws Exception {
        Path file = folder.resolve("x.mp4");
        assumeTrue(VideoCodec.OPENH264.isAvailable());
        IOException refused =
                assertThrows(IOException.class, () -> VideoWriter.create(file, 5120, 2880, 0.1, VideoCodec.OPENH264));
        assertEquals(
                "OpenH264 takes pictures of at most 9437184 pixels, 65534 on a side; given 5120x2880",
                refused.getMessage());
        VideoWriter.create(file, 4096, 2304, 0.1, VideoCodec.OPENH264).close();
        assertEquals(List.of(), names());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void pureNoiseIsEncoded(VideoCodec codec) throws Exception {
        Path file = folder.resolve("noise.mp4");
        Random random = new Random(7);
        byte[] noise = new byte[3 * 48 * 32];
        try (VideoWriter writer = VideoWriter.create(file, 48, 32, 0.1, codec)) {
            for (int time = 0; time < 40; time++) {
                random.nextBytes(noise);
                writer.write(TestPicture.direct(noise), time);
            }
            writer.finish();
        }
        assertEquals(40, PlayedVideo.of(file).frames());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void theRecordingIsPlayableAtAnyTime(VideoCodec codec) throws Exception {
        Path file = folder.resolve("live.mp4");
        try (VideoWriter writer = VideoWriter.create(file, 64, 48, 1 / 15.0, codec)) {
            for (int time = 0; time < 33; time++) {
                writer.write(TestPicture.direct(TestPicture.rgb(64, 48, time)), time);
            }
            PlayedVideo video = PlayedVideo.of(folder.resolve("live.recording.mp4"));
            assertTrue(video.frames() >= 31, video.frames() + " of 33 frames");
            assertTrue(video.meanError(30, TestPicture.rgb(64, 48, 30)) < 4);
        }
        assertEquals(List.of("live.recording.mp4"), recordings());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void anExistingFileIsRefusedAndUntouched(VideoCodec codec) throws Exception {
        Path file = Files.writeString(folder.resolve("mine.mp4"), "precious");
        assertThrows(FileAlreadyExistsException.class, () -> VideoWriter.create(file, 32, 32, 0.1, codec));
        assertEquals(List.of("mine.mp4"), names());

        Path other = folder.resolve("other.mp4");
        VideoWriter writer = VideoWriter.create(other, 32, 32, 0.1, codec);
        writer.write(TestPicture.direct(TestPicture.rgb(32, 32, 0)), 0);
        Files.writeString(other, "came in between");
        assertThrows(FileAlreadyExistsException.class, writer::finish);
        assertEquals("came in between", Files.readString(other));
        assertEquals(1, PlayedVideo.of(folder.resolve("other.recording.mp4")).frames());
        assertEquals(List.of("mine.mp4", "other.mp4", "other.recording.mp4"), names());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void aBufferThatIsNoPictureIsRefused(VideoCodec codec) throws Exception {
        try (VideoWriter writer = VideoWriter.create(folder.resolve("x.mp4"), 32, 32, 0.1, codec)) {
            ByteBuffer small = ByteBuffer.allocateDirect(3 * 32 * 32 - 1);
            assertThrows(IllegalArgumentException.class, () -> writer.write(small, 0));
            ByteBuffer heap = ByteBuffer.allocate(3 * 32 * 32);
            assertThrows(IllegalArgumentException.class, () -> writer.write(heap, 0));
        }
    }

    /** Behind the picture lies a page whose file was cut off: reading it kills the process. */
    @ParameterizedTest
    @MethodSource("codecs")
    void nothingBehindAPictureIsRead(VideoCodec codec) throws Exception {
        int pictureBytes = 3 * 34 * 18;
        int page = 1 << 16;
        Path backing = folder.resolve("backing");
        try (FileChannel channel = FileChannel.open(
                        backing, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
                VideoWriter writer = VideoWriter.create(folder.resolve("x.mp4"), 34, 18, 0.1, codec)) {
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 2 * page);
            channel.truncate(page);
            ByteBuffer picture = mapped.slice(page - pictureBytes, pictureBytes);
            picture.put(0, TestPicture.rgb(34, 18, 0));
            writer.write(picture, 0);
            assertEquals(1, PlayedVideo.of(writer.finish()).frames());
        }
    }

    private List<String> recordings() throws Exception {
        return names().stream().filter(n -> !n.matches("[^.]*\\.mp4")).toList();
    }

    private List<String> names() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }
}
