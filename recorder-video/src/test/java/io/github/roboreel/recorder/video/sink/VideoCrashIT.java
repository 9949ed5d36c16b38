package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.PlayedVideo;
import io.github.roboreel.recorder.video.file.VideoRecovery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recorder in a second JVM is killed in the middle of its videos. */
class VideoCrashIT {
    private static final int STEPS_BEFORE_DEATH = 90;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "jcodec"})
    void aKilledRecorderLeavesVideosUpToTheLastSecondThatCanBeFinished(String encoder) throws Exception {
        int published = KilledRecorder.dieAfter(STEPS_BEFORE_DEATH, folder, encoder);
        CameraRun run = new CameraRun(folder, KilledRecorder.INSTRUCTIONS);
        List<Path> recordings = VideoRecovery.unfinished(run.spec().envFolder());
        assertEquals(
                List.of(
                        "first_2_env0.recording.mp4",
                        "first_2_env0_viewport.recording.mp4",
                        "second_2_env1.recording.mp4",
                        "second_2_env1_viewport.recording.mp4"),
                recordings.stream().map(r -> r.getFileName().toString()).toList());
        for (Path recording : recordings) {
            PlayedVideo played = PlayedVideo.of(recording);
            requireLastSecond(recording, played, published);
            requireFinished(recording, played);
        }
        assertEquals(List.of(), VideoRecovery.unfinished(run.spec().envFolder()));
    }

    private static void requireLastSecond(Path recording, PlayedVideo video, int published) {
        assertTrue(
                video.frames() >= published - KilledRecorder.FRAMES_PER_SECOND,
                recording + " has " + video.frames() + " frames of " + published + " steps");
        assertEquals("15/1", video.frameRate());
        if (recording.toString().contains("env1_viewport")) {
            for (int frame = 0; frame < video.frames(); frame++) {
                assertEquals(CameraRun.level(1, 2, frame + 1), video.mean(frame, 1), 4);
            }
        }
    }

    private static void requireFinished(Path recording, PlayedVideo played) throws Exception {
        List<String> packets = PlayedVideo.packets(recording);
        Path video = VideoRecovery.finish(recording).orElseThrow();
        assertEquals(recording.toString().replace(".recording.mp4", ".mp4"), video.toString());
        PlayedVideo finished = PlayedVideo.of(video);
        finished.assertFastStart();
        assertTrue(finished.shows(played), video + " differs from its recording");
        assertEquals(played.frames() / 15.0, finished.durationSeconds(), 1e-3);
        assertEquals(packets, PlayedVideo.packets(video));
        assertFalse(Files.exists(recording), recording + " is still there");
    }
}
