package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.video.PlayedVideo;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VideoRecoveryIT {
    private static final VideoFormat FORMAT = new VideoFormat(34, 18, new FrameRate(15, 1));

    @TempDir
    private Path folder;

    static Stream<VideoCodec> codecs() {
        return Arrays.stream(VideoCodec.values()).filter(VideoCodec::isAvailable);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void aWholeRecordingBecomesWhatItsRecorderWouldHaveMadeOfIt(VideoCodec codec) throws Exception {
        Path recording = folder.resolve("go_2.recording.mp4");
        Path expected = folder.resolve("expected");
        record(recording, codec, 20, 1, expected);
        assertEquals(Optional.of(folder.resolve("go_2.mp4")), VideoRecovery.finish(recording));
        assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(folder.resolve("go_2.mp4")));
        assertEquals(List.of("expected", "go_2.mp4"), names());
        assertEquals(Optional.empty(), VideoRecovery.finish(recording));
        assertEquals(List.of("expected", "go_2.mp4"), names());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void picturesThatWereLeftOutKeepTheTime(VideoCodec codec) throws Exception {
        Path recording = folder.resolve("go_2.recording.mp4");
        record(recording, codec, 12, 3, folder.resolve("expected"));
        List<String> packets = PlayedVideo.packets(recording);
        Path video = VideoRecovery.finish(recording).orElseThrow();
        assertEquals(packets, PlayedVideo.packets(video));
        assertEquals(34 / 15.0, PlayedVideo.of(video).durationSeconds(), 1e-3);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void aTornTailIsCutAtTheLastWholePicture(VideoCodec codec) throws Exception {
        Path whole = folder.resolve("whole");
        record(whole, codec, 20, 1, folder.resolve("expected"));
        List<Long> ends = PlayedVideo.packetEnds(whole);
        List<String> packets = PlayedVideo.packets(whole);
        byte[] content = Files.readAllBytes(whole);
        Random random = new Random(11);
        for (int i = 0; i < 100; i++) {
            int cut = i < 20 ? (int) (long) ends.get(i) : random.nextInt(content.length);
            // Zeros are what a file system leaves of data that it had not written yet.
            int zeros = i % 3 == 0 ? random.nextInt(200_000) : 0;
            Path recording = folder.resolve("cut" + i + "_2.recording.mp4");
            Files.write(recording, Arrays.copyOf(Arrays.copyOf(content, cut), cut + zeros));
            long expected = ends.stream().filter(end -> end <= cut).count();
            Optional<Path> video = VideoRecovery.finish(recording);
            assertEquals(expected > 0, video.isPresent(), "cut at " + cut);
            assertEquals(expected == 0, Files.exists(recording), "cut at " + cut);
            if (video.isPresent()) {
                assertEquals(expected, VideoProbe.read(video.get()).frames(), "cut at " + cut);
            }
            if (video.isPresent() && i % 10 == 0) {
                assertEquals(packets.subList(0, (int) expected), PlayedVideo.packets(video.get()));
            }
        }
    }

    @Test
    void whatIsInTheWayStaysAndTheVideoGetsTheNextName() throws Exception {
        Path recording = folder.resolve("go_2_env1_viewport.recording.mp4");
        record(recording, VideoCodec.JCODEC, 3, 1, folder.resolve("expected"));
        byte[] content = Files.readAllBytes(recording);
        Path taken = Files.writeString(folder.resolve("go_2_env1_viewport.mp4"), "precious");
        assertEquals(Optional.of(folder.resolve("go-2_2_env1_viewport.mp4")), VideoRecovery.finish(recording));

        Files.write(recording, content);
        String hash = VideoNames.hash("go!");
        List<String> instructions = List.of("stop", "go!", "go");
        assertEquals(
                Optional.of(folder.resolve("go-" + hash + "_2_env1_viewport.mp4")),
                VideoRecovery.finish(recording, instructions));
        assertEquals("precious", Files.readString(taken));
        assertFalse(Files.exists(recording));

        Path second = folder.resolve("go-" + hash + "_2_env1_viewport.recording.mp4");
        Files.write(second, Arrays.copyOf(content, content.length - 1));
        assertEquals(
                Optional.of(folder.resolve("go-" + hash + "-2_2_env1_viewport.mp4")),
                VideoRecovery.finish(second, instructions));
    }

    @Test
    void aLongInstructionGivesTheNameThatTheRecorderWouldHaveGiven() throws Exception {
        for (int length : new int[] {230, 237, 238, 243, 245, 249, 250, 900}) {
            String instruction = "x".repeat(length);
            VideoNames.Name name = VideoNames.names(instruction, new EpisodeId(0, 0, 1), VideoKind.SENSOR)
                    .findFirst()
                    .orElseThrow();
            Path recording = folder.resolve(name.recording());
            record(recording, VideoCodec.JCODEC, 1, 1, folder.resolve("expected"));
            Files.writeString(folder.resolve(name.finishing()), "torn");
            assertEquals(
                    Optional.of(folder.resolve(name.video())),
                    VideoRecovery.finish(recording, List.of("y", instruction)));
            assertEquals(List.of(), VideoRecovery.unfinished(folder));
            Files.delete(folder.resolve("expected"));
        }
    }

    @Test
    void whateverARecoveryLeftWhenItWasKilledIsTakenUp() throws Exception {
        Path recording = folder.resolve("go_2.recording.mp4");
        Path finishing = folder.resolve("go_2.finishing");
        record(recording, VideoCodec.JCODEC, 5, 1, finishing);
        byte[] recorded = Files.readAllBytes(recording);
        byte[] finished = Files.readAllBytes(finishing);

        Files.write(finishing, Arrays.copyOf(finished, finished.length / 2));
        assertEquals(List.of(recording), VideoRecovery.unfinished(folder));
        Path video = VideoRecovery.finish(recording).orElseThrow();
        assertArrayEquals(finished, Files.readAllBytes(video));
        assertEquals(List.of("go_2.mp4"), names());

        Files.write(recording, recorded);
        assertEquals(Optional.of(video), VideoRecovery.finish(recording), "published already");
        assertEquals(List.of("go_2.mp4"), names());
    }

    @Test
    void aFinishingVideoWithoutItsRecordingIsNamedOnlyIfItIsWhole() throws Exception {
        Path finishing = folder.resolve("go_2.finishing");
        Path recording = folder.resolve("go_2.recording.mp4");
        record(recording, VideoCodec.JCODEC, 5, 1, finishing);
        Files.delete(recording);
        byte[] finished = Files.readAllBytes(finishing);
        assertEquals(List.of(finishing), VideoRecovery.unfinished(folder));
        Files.write(finishing, Arrays.copyOf(finished, finished.length - 1));
        IOException fault = assertThrows(IOException.class, () -> VideoRecovery.finish(finishing));
        assertTrue(fault.getMessage().endsWith("holds 4 of 5 pictures"), fault.getMessage());
        assertEquals(List.of("go_2.finishing"), names());
        Files.write(finishing, finished);
        VideoRecovery.finish(finishing);
        assertEquals(List.of("go_2.mp4"), names());
    }

    @Test
    void whatHoldsNoPictureOrIsNoRecordingStays() throws Exception {
        Path recording = folder.resolve("go_2.recording.mp4");
        for (byte[] content : List.of(new byte[0], new byte[7], new byte[100_000])) {
            Files.write(recording, content);
            assertEquals(Optional.empty(), VideoRecovery.finish(recording));
            assertArrayEquals(content, Files.readAllBytes(recording));
        }
        Files.writeString(recording, "garbage garbage garbage");
        IOException fault = assertThrows(IOException.class, () -> VideoRecovery.finish(recording));
        assertTrue(fault.getMessage().startsWith(recording + " is damaged at byte 0"));
        assertEquals("garbage garbage garbage", Files.readString(recording));
        assertEquals(List.of("go_2.recording.mp4"), names());
        Path other = folder.resolve("go_2.mp4");
        assertThrows(IllegalArgumentException.class, () -> VideoRecovery.finish(other));
        assertEquals(List.of(), VideoRecovery.unfinished(folder.resolve("nowhere")));
    }

    @Test
    void damageBeforeTheEndIsReportedAndTheRecordingKept() throws Exception {
        Path recording = folder.resolve("go_2.recording.mp4");
        record(recording, VideoCodec.JCODEC, 10, 1, folder.resolve("expected"));
        long behindFour = PlayedVideo.packetEnds(recording).get(3);
        byte[] content = Files.readAllBytes(recording);
        content[(int) behindFour + 5] ^= 1;
        Files.write(recording, content);
        IOException fault = assertThrows(IOException.class, () -> VideoRecovery.finish(recording));
        assertEquals(
                recording
                        + " is damaged at byte "
                        + behindFour
                        + ", behind 4 whole pictures, and more follows, so it is left as it is",
                fault.getMessage());
        assertArrayEquals(content, Files.readAllBytes(recording));
    }

    /** Bits flipped, bytes cut out and put in: one clear complaint, or a video that is whole. */
    @Test
    void noDamageDoesAnythingElse() throws Exception {
        Path recording = folder.resolve("go_2.recording.mp4");
        Path expected = folder.resolve("expected");
        record(recording, VideoCodec.JCODEC, 4, 1, expected);
        byte[] content = Files.readAllBytes(recording);
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            byte[] damaged = damaged(content, i, random);
            Files.write(recording, damaged);
            try {
                Optional<Path> video = VideoRecovery.finish(recording);
                if (video.isPresent()) {
                    assertTrue(VideoProbe.read(video.get()).frames() <= 4, "case " + i);
                    Files.delete(video.get());
                }
            } catch (IOException e) {
                assertTrue(e.getMessage().startsWith(recording + " "), "case " + i + ": " + e);
                assertArrayEquals(damaged, Files.readAllBytes(recording), "case " + i);
            }
            Files.deleteIfExists(recording);
            assertEquals(List.of("expected"), names(), "case " + i);
        }
    }

    private static byte[] damaged(byte[] content, int i, Random random) {
        int at = i % 2 == 0 ? 3 * i % content.length : random.nextInt(content.length);
        byte[] damaged = content.clone();
        switch (i % 8) {
            case 5 -> System.arraycopy(content, at, damaged, at / 2, content.length - at);
            case 7 -> Arrays.fill(damaged, at, Math.min(at + 9, damaged.length), (byte) 0xff);
            default -> damaged[at] ^= (byte) (1 << random.nextInt(8));
        }
        return damaged;
    }

    /** Records every so many-th frame, and writes what its recorder would have made of it. */
    private static void record(Path recording, VideoCodec codec, int frames, int every, Path finished)
            throws Exception {
        TestRecording.write(recording, FORMAT, codec, frames, every, finished);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }
}
