package io.github.roboreel.recorder.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeRecorder;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recorder in a second JVM is killed in the middle of its videos. */
@Timeout(120)
class VideoCrashIT {
    private static final int FRAMES_PER_SECOND = 15;
    private static final int STEPS_BEFORE_DEATH = 90;

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "jcodec"})
    void aKilledRecorderLeavesPlayableVideosUpToTheLastSecond(String encoder) throws Exception {
        List<String> command = new ArrayList<>(SecondJvm.command());
        command.addAll(List.of(Recorder.class.getName(), folder.toString(), encoder));
        Process jvm =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        int published;
        try (BufferedReader out = jvm.inputReader()) {
            published = Integer.parseInt(out.readLine());
            while (published < STEPS_BEFORE_DEATH) {
                published = Integer.parseInt(out.readLine());
            }
        } finally {
            jvm.destroyForcibly().waitFor();
        }
        assertEquals(137, jvm.exitValue(), "killed by SIGKILL");

        CameraRun run = new CameraRun(folder, Recorder.INSTRUCTIONS);
        List<Path> recordings = recordings(run);
        assertEquals(4, recordings.size(), recordings.toString());
        for (Path recording : recordings) {
            PlayedVideo video = PlayedVideo.of(recording);
            assertTrue(
                    video.frames() >= published - FRAMES_PER_SECOND,
                    recording + " has " + video.frames() + " frames of " + published + " steps");
            assertEquals("15/1", video.frameRate());
            if (recording.toString().contains("env1_viewport")) {
                for (int frame = 0; frame < video.frames(); frame++) {
                    assertEquals(CameraRun.level(1, 2, frame + 1), video.mean(frame, 1), 4);
                }
            }
        }
    }

    private static List<Path> recordings(CameraRun run) throws Exception {
        try (Stream<Path> files = Files.list(run.spec().envFolder())) {
            return files.filter(f -> f.toString().endsWith(".recording.mp4")).sorted().toList();
        }
    }

    /** Main of the second JVM: records a step of both envs each control period, for ever. */
    static final class Recorder {
        static final String[] INSTRUCTIONS = {"first", "second"};

        private Recorder() {}

        public static void main(String[] args) throws Exception {
            CameraRun run = new CameraRun(Path.of(args[0]), INSTRUCTIONS);
            EpisodeRecorder recorder =
                    run.open(CameraRun.config("video.encoder", args[1]), new VideoSink());
            run.begin(recorder.env(0));
            run.begin(recorder.env(1));
            while (true) {
                run.step(recorder.env(0));
                run.step(recorder.env(1));
                System.out.println(recorder.env(1).numSamples());
                Thread.sleep(1000 / FRAMES_PER_SECOND / 4);
            }
        }
    }
}
