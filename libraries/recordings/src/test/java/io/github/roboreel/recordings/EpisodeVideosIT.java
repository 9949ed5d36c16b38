package io.github.roboreel.recordings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipWriter;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import io.github.roboreel.recordings.transform.Episodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Videos that the recorder made, read frame by frame. */
class EpisodeVideosIT {
    private static final String SENSOR = "videos/sensor";
    private static final int STEPS = 40;
    private static final int HEIGHT = 48;
    private static final int WIDTH = 64;
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.image("obs/wrist_camera", HEIGHT, WIDTH),
            FieldSpec.image("obs/wrist_camera", HEIGHT, WIDTH).finalObservation());

    @TempDir
    private Path folder;

    /** The first env says what it saw at last, the second does not. */
    @BeforeEach
    void record() {
        RunSpec run = RunSpec.builder(folder, "Blinking")
                .run(0)
                .envs(2, "Blink")
                .dtSeconds(0.1)
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, SCHEMA).open()) {
            for (int env = 0; env < 2; env++) {
                record(recorder.env(env), env == 0);
            }
        }
    }

    private static void record(EnvRecorder env, boolean isLastSeen) {
        env.begin();
        for (int step = 0; step < STEPS; step++) {
            StepWriter row = env.step();
            row.put(SCHEMA.field("actions"), new float[] {step, -step});
            row.put(SCHEMA.field("obs/wrist_camera"), picture(step));
            row.publish();
        }
        EpisodeOutcome done = EpisodeOutcome.success("done");
        (isLastSeen
                        ? env.end(done, row -> row.put(SCHEMA.field("final_obs/wrist_camera"), picture(STEPS)))
                        : env.end(done))
                .join();
    }

    /** A grey that says which one it is. */
    private static byte[] picture(int step) {
        byte[] pixels = new byte[HEIGHT * WIDTH * 3];
        Arrays.fill(pixels, (byte) grey(step));
        return pixels;
    }

    private static int grey(int step) {
        return 20 + 5 * step;
    }

    private static List<byte[]> decoded(Path video) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        VideoClipFormat.mp4().decode(video, (index, rgb) -> frames.add(rgb.clone()));
        return frames;
    }

    @Test
    void rowKIsWhatWasSeenAfterStepK() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            Episode episode = recordings.episode(0);
            assertEquals(List.of(SENSOR), episode.videoPaths());
            ArraySpec spec = episode.spec(SENSOR);
            assertEquals(List.of(HEIGHT / 2, WIDTH / 2, 3), spec.shape());
            assertTrue(spec.isPerStep() && spec.isImage(), spec.toString());
            List<byte[]> expected = decoded(video(episode));
            assertEquals(STEPS, expected.size());
            for (int k : new int[] {39, 0, 17, 18, 5, 39}) {
                NdArray frame = episode.read(SENSOR, k, k + 1);
                assertArrayEquals(expected.get(k), frame.bytes());
                assertEquals(grey(k + 1), frame.bytes()[0] & 0xff, 4, "frame " + k);
            }
            assertArrayEquals(
                    expected.get(12),
                    episode.step(12, List.of("actions", SENSOR)).get(SENSOR).bytes());
            assertArrayEquals(expected.get(39), episode.read(SENSOR).row(-1).bytes());
        }
    }

    @Test
    void videosAreReadOnlyWhereTheyAreNamed() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            Episode episode = recordings.episode(0);
            assertFalse(episode.arrays().containsKey(SENSOR));
            assertFalse(episode.step(0).has(SENSOR));
            assertEquals(STEPS, episode.spec(SENSOR).rows());
            Episodes named = Episodes.of(recordings, "actions", SENSOR).take(1);
            Step third = named.steps().toList().get(3);
            assertEquals(grey(4), third.get(SENSOR).bytes()[9] & 0xff, 4);
            assertEquals(3, third.get("actions").floats()[0]);
            IllegalArgumentException none =
                    assertThrows(IllegalArgumentException.class, () -> episode.read("videos/viewport"));
            assertTrue(none.getMessage().startsWith("an episode has no array 'videos/viewport'"), none.getMessage());
        }
    }

    @Test
    void withoutALastObservationAFrameIsMissing() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            Episode episode = recordings.episode(1);
            assertEquals(STEPS - 1, episode.spec(SENSOR).rows());
            assertFalse(episode.spec(SENSOR).isPerStep());
            assertEquals(grey(STEPS - 1), episode.read(SENSOR).row(-1).bytes()[0] & 0xff, 4);
            IllegalArgumentException fewer =
                    assertThrows(IllegalArgumentException.class, () -> episode.step(0, List.of(SENSOR)));
            assertTrue(fewer.getMessage().contains("has 39 rows and the episode 40 steps"), fewer.getMessage());
        }
    }

    @Test
    void aDamagedMissingOrForeignVideoIsNamed() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            Path video = video(recordings.episode(0));
            byte[] whole = Files.readAllBytes(video);
            Files.write(video, Arrays.copyOf(whole, whole.length / 2));
            requireNamed(recordings, video, "cannot be read");
            byte[] noise = whole.clone();
            Arrays.fill(noise, whole.length / 3, whole.length, (byte) 0x5a);
            Files.write(video, noise);
            requireNamed(recordings, video, "cannot be read");
            Files.delete(video);
            requireNamed(recordings, video, "cannot be read");
            try (VideoClipWriter longer = VideoClipFormat.mp4().create(video, 32, 32, 10)) {
                for (int frame = 0; frame <= STEPS; frame++) {
                    longer.add(new byte[32 * 32 * 3]);
                }
            }
            requireNamed(recordings, video, "has 41 frames and the episode 40 steps");
        }
    }

    @Test
    void ofTwoVideosNoneIsTaken() throws IOException {
        Path second;
        try (Recordings recordings = Recordings.open(folder)) {
            Path video = video(recordings.episode(0));
            second = Files.copy(video, video.resolveSibling("Other_0_env0.mp4"));
        }
        try (Recordings recordings = Recordings.open(folder)) {
            requireNamed(recordings, second, "move away those that are not the episode's");
        }
    }

    private static void requireNamed(Recordings recordings, Path video, String sentence) throws IOException {
        Episode episode = recordings.episode(0);
        UnreadableEpisodeException fault = assertThrows(UnreadableEpisodeException.class, () -> episode.read(SENSOR));
        assertEquals(SENSOR, fault.path());
        assertEquals(episode.facts().file(), fault.file());
        assertEquals(0, fault.episode());
        String message = fault.getMessage();
        assertTrue(message.contains(SENSOR) && message.contains(video.toString()), message);
        assertTrue(message.contains(sentence) && !message.contains("\n"), message);
    }

    @Test
    void withoutADecoderASentenceSaysWhatToAdd() throws IOException {
        ClassLoader usual = Thread.currentThread().getContextClassLoader();
        try (Recordings recordings = Recordings.open(folder)) {
            Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
            UnreadableEpisodeException fault = assertThrows(
                    UnreadableEpisodeException.class,
                    () -> recordings.episode(0).spec(SENSOR));
            assertTrue(fault.getMessage().endsWith("reads or writes videos; add recorder-video"), fault.getMessage());
        } finally {
            Thread.currentThread().setContextClassLoader(usual);
        }
    }

    private static Path video(Episode episode) throws IOException {
        return episode.facts().videos().get("sensor").get(0);
    }
}
