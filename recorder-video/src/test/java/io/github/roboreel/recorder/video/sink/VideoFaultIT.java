package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.roboreel.recorder.video.PlayedVideo;
import io.github.roboreel.recorder.video.SecondJvm;
import io.github.roboreel.recorder.video.Tool;
import io.github.roboreel.recorder.video.file.VideoRecovery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of videos when their disk is full, broken, read-only or gone, and of the recording: the steps are whole,
 * no producer waits, and the next run has videos again.
 */
class VideoFaultIT {
    private static final String HEALTHY = "6@0:";
    private static final String FINE = "failed [], data whole, producer went on";
    private static final int UNFINISHED_STEPS = 45;
    private static final String NO_VIDEO = "failed [video], data whole, producer went on";

    @TempDir
    private Path folder;

    /** A file system of its own, so that neither results nor steps stand on the full one. */
    @Test
    void aFullOrReadOnlyDiskCutsTheVideoAndTheNextRunHasVideosAgain() throws Exception {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        Tool jvm = record(
                onSmallDisk(copy),
                "jcodec",
                HEALTHY,
                UNFINISHED_STEPS + "@0:",
                "200@0:",
                "6@0:mount -o remount,size=8m $VIDEOS",
                "6@0:mount -o remount,ro $VIDEOS",
                "6@0:mount -o remount,rw $VIDEOS");
        assertRuns(jvm, FINE, NO_VIDEO, NO_VIDEO, FINE, NO_VIDEO, FINE);
        assertSaid(jvm, "could not be finished (No space left on device); what there is of it is in");
        assertSaid(
                jvm,
                "the viewport video of env 0 stopped (No space left on device); what there is of it"
                        + " is in "
                        + folder.resolve("Env/go_2_viewport.recording.mp4"));
        assertSaid(jvm, "the viewport video of env 0 could not be started (");
        assertSaid(jvm, "go_4_viewport.recording.mp4: Read-only file system)");
        assertEquals(
                List.of(
                        "go_0_viewport.mp4",
                        "go_1_viewport.recording.mp4",
                        "go_2_viewport.recording.mp4",
                        "go_3_viewport.mp4",
                        "go_5_viewport.mp4"),
                videos(copy));
        assertCutAtAWholePicture(copy.resolve("go_2_viewport.recording.mp4"), 200);
        assertEquals(5, PlayedVideo.of(copy.resolve("go_3_viewport.mp4")).frames());
        assertEquals(5, PlayedVideo.of(copy.resolve("go_5_viewport.mp4")).frames());
        Path unfinished = copy.resolve("go_1_viewport.recording.mp4");
        assertEquals(UNFINISHED_STEPS - 1, PlayedVideo.of(unfinished).frames());
        Path finished = VideoRecovery.finish(unfinished).orElseThrow();
        assertEquals(UNFINISHED_STEPS - 1, PlayedVideo.of(finished).frames());
    }

    private List<String> onSmallDisk(Path copy) throws Exception {
        return inOwnMounts("mkdir -p \"$1/Env\" && mount -t tmpfs -o size=256k tmpfs \"$1/Env\""
                + " && videos=$1/Env && shift && \"$@\"; rc=$?; cp -a $videos/. "
                + copy
                + "; exit $rc");
    }

    /** Needs no privileges: files may grow to 128 KiB only. */
    @Test
    void aFileThatMayNotGrowIsCutAtAWholePicture() throws Exception {
        Tool jvm = record(sh("ulimit -f 128; shift; \"$@\""), "auto", HEALTHY, "200@0:", HEALTHY);
        assertRuns(jvm, FINE, NO_VIDEO, FINE);
        assertSaid(jvm, "the viewport video of env 0 stopped (File too large); what there is of it");
        Path videos = folder.resolve("Env");
        assertEquals(List.of("go_0_viewport.mp4", "go_1_viewport.recording.mp4", "go_2_viewport.mp4"), videos(videos));
        assertCutAtAWholePicture(videos.resolve("go_1_viewport.recording.mp4"), 200);
        assertEquals(5, PlayedVideo.of(videos.resolve("go_2_viewport.mp4")).frames());
    }

    @Test
    void aDiskThatRefusesToWriteCutsTheVideo() throws Exception {
        assumeTrue(canTrace(), "strace may not trace here");
        Path recording = folder.resolve("Env/go_1_viewport.recording.mp4");
        List<String> strace = List.of(
                "strace",
                "-f",
                "--seccomp-bpf",
                "-o",
                "/dev/null",
                "-P",
                recording.toString(),
                "-e",
                "trace=write,writev,pwrite64",
                "-e",
                "inject=write,writev,pwrite64:error=EIO:when=9+");
        List<String> shell = new ArrayList<>(sh("shift; exec \"$@\""));
        Tool jvm = record(concat(shell, strace), "jcodec", HEALTHY, "30@0:", HEALTHY);
        assertRuns(jvm, FINE, NO_VIDEO, FINE);
        assertSaid(
                jvm,
                "the viewport video of env 0 stopped (Input/output error); "
                        + "what there is of it is in "
                        + recording);
        // The header is another system call, and they are counted each for itself.
        assertEquals(8, PlayedVideo.of(recording).frames());
        assertFalse(Files.exists(folder.resolve("Env/go_1_viewport.mp4")));
        assertEquals(5, PlayedVideo.of(folder.resolve("Env/go_2_viewport.mp4")).frames());
    }

    @Test
    void aFolderThatVanishesAndHandlesThatRunOutCostOnlyTheVideos() throws Exception {
        Tool jvm = record(
                sh("ulimit -n 300; shift; \"$@\""),
                "auto",
                HEALTHY,
                "6@0:rm -r $VIDEOS",
                "30@20:rm -r $VIDEOS",
                "6@0:exhaust handles",
                HEALTHY);
        assertRuns(jvm, FINE, NO_VIDEO, NO_VIDEO, NO_VIDEO, FINE);
        Path env = folder.resolve("Env");
        assertSaid(
                jvm,
                "the viewport video of env 0 could not be started ("
                        + env.resolve("go_1_viewport.recording.mp4")
                        + " or its folder is not there any more)");
        assertSaid(
                jvm,
                "the viewport video of env 0 could not be finished ("
                        + env.resolve("go_2_viewport.finishing")
                        + " or its folder is not there any more); nothing of it is left");
        // A handle that the JVM frees meanwhile lets the video start; it cannot be finished then.
        boolean wasStarted = jvm.err().contains("go_3_viewport.finishing: Too many open files)");
        if (!wasStarted) {
            assertSaid(jvm, "go_3_viewport.recording.mp4: Too many open files)");
        }
        List<String> left =
                wasStarted ? List.of("go_3_viewport.recording.mp4", "go_4_viewport.mp4") : List.of("go_4_viewport.mp4");
        assertEquals(left, videos(env));
        assertEquals(5, PlayedVideo.of(env.resolve("go_4_viewport.mp4")).frames());
    }

    /** Direct memory that the pool fits in, but not the buffer for an encoded picture of noise. */
    @Test
    void aWorkerWithoutDirectMemoryFailsOnlyTheVideos() throws Exception {
        Tool jvm =
                record(sh("shift; \"$@\""), List.of("-XX:MaxDirectMemorySize=2300k", "-Dside=384"), "jcodec", "20@0:");
        assertRuns(jvm, NO_VIDEO);
        assertSaid(jvm, "the viewport video of env 0 stopped (out of memory: ");
        assertEquals(List.of(), videos(folder.resolve("Env")));
    }

    private static void assertRuns(Tool jvm, String... expected) {
        List<String> lines = IntStream.range(0, expected.length)
                .mapToObj(run -> "run " + run + ": " + expected[run])
                .toList();
        assertEquals(lines, jvm.text().lines().toList(), jvm.err());
        assertEquals(0, jvm.exitCode(), jvm.err());
    }

    private static void assertSaid(Tool jvm, String sentence) {
        assertTrue(jvm.err().contains(sentence), jvm.err());
    }

    /** Plays without a complaint, ends with a picture's last byte, and can be finished. */
    private static void assertCutAtAWholePicture(Path recording, int steps) throws Exception {
        int frames = PlayedVideo.of(recording).frames();
        assertTrue(frames > 5 && frames < steps - 1, frames + " frames");
        List<Long> ends = PlayedVideo.packetEnds(recording);
        assertEquals(Files.size(recording), ends.get(ends.size() - 1));
        Path copy = recording.resolveSibling("copy_1.recording.mp4");
        Files.copy(recording, copy);
        Path video = VideoRecovery.finish(copy).orElseThrow();
        assertEquals(frames, PlayedVideo.of(video).frames());
        Files.delete(video);
    }

    private Tool record(List<String> shell, String encoder, String... runs) throws Exception {
        return record(shell, List.of(), encoder, runs);
    }

    private Tool record(List<String> shell, List<String> options, String encoder, String... runs) throws Exception {
        List<String> command = new ArrayList<>(shell);
        command.addAll(SecondJvm.command(options.toArray(String[]::new)));
        command.addAll(List.of(FaultyVideos.class.getName(), folder.toString(), encoder));
        command.addAll(List.of(runs));
        return Tool.run(command, "");
    }

    private List<String> sh(String script) {
        return List.of("bash", "-c", script, "bash", folder.toString());
    }

    private List<String> inOwnMounts(String script) throws Exception {
        List<String> unshare =
                Tool.run("id", "-u").text().equals("0") ? List.of("unshare", "-m") : List.of("unshare", "-rm");
        Tool probe = Tool.run(concat(unshare, List.of("mount", "-t", "tmpfs", "tmpfs", "/mnt")), "");
        assumeTrue(probe.exitCode() == 0, "no file system may be mounted here: " + probe.err());
        return concat(unshare, sh(script));
    }

    private static boolean canTrace() throws Exception {
        try {
            return Tool.run("strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "true")
                            .exitCode()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> concat(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static List<String> videos(Path env) throws IOException {
        try (Stream<Path> files = Files.list(env)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> n.startsWith("go_"))
                    .sorted()
                    .toList();
        }
    }
}
