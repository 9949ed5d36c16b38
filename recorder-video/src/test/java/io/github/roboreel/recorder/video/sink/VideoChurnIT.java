package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.file.VideoProbe;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many short episodes in one process take no more threads, handles or memory than a few. */
@Timeout(1800)
class VideoChurnIT {
    private static final int ENVS = 20;
    private static final int STEPS = 4;
    private static final int SIDE = 16;
    private static final double DT_SECONDS = 1 / 15.0;

    @TempDir
    private Path folder;

    private final FieldSchema schema = FieldSchema.of(
            FieldSpec.image("obs/a_cam", 2 * SIDE, 2 * SIDE), FieldSpec.image("obs/viewport_cam/view", SIDE, SIDE));

    @Test
    void twoHundredEpisodesLeaveNothingBehind() throws Exception {
        requireNoGrowth("auto", 40, 160, 256);
    }

    @Test
    @Tag("slow")
    void tenThousandEpisodesLeaveNothingBehind() throws Exception {
        requireNoGrowth("auto", 2000, 8000, 32);
    }

    @Test
    @Tag("slow")
    void tenThousandEpisodesOfThePureJavaEncoderLeaveNothingBehind() throws Exception {
        requireNoGrowth("jcodec", 2000, 8000, 32);
    }

    private void requireNoGrowth(String encoder, int warmUp, int episodes, int mostGrownMebibytes) throws Exception {
        record(encoder, 0, warmUp / ENVS);
        Use before = Use.now();
        record(encoder, warmUp / ENVS, episodes / ENVS);
        Use after = Use.noMoreThan(before);
        System.out.println(encoder + ", " + warmUp + " episodes: " + before + "; " + episodes + " more: " + after);
        assertTrue(after.threads() <= before.threads(), before + " became " + after);
        assertTrue(after.handles() <= before.handles(), before + " became " + after);
        assertTrue(after.directBytes() <= before.directBytes() + (1 << 20), after.toString());
        assertTrue(
                after.residentBytes() <= before.residentBytes() + ((long) mostGrownMebibytes << 20), after.toString());
    }

    private void record(String encoder, int firstRun, int runs) throws Exception {
        for (int run = firstRun; run < firstRun + runs; run++) {
            RunSpec spec = spec(run);
            record(encoder, spec);
            requireVideos(spec.envFolder());
        }
    }

    private void record(String encoder, RunSpec spec) throws Exception {
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(spec, schema)
                .config(CameraRun.config("video.encoder", encoder, "recorder.frame_pool_mb", 4))
                .sink(new VideoSink())
                .open()) {
            for (int env = 0; env < ENVS; env++) {
                recorder.env(env).begin();
                for (int step = 0; step < STEPS; step++) {
                    StepWriter row = recorder.env(env).step();
                    row.put(schema.field("obs/a_cam"), new byte[3 * 4 * SIDE * SIDE]);
                    row.put(schema.field("obs/viewport_cam/view"), new byte[3 * SIDE * SIDE]);
                    row.publish();
                }
                EpisodeOutcome outcome =
                        env % 5 == 4 ? EpisodeOutcome.discarded("every fifth") : EpisodeOutcome.success("");
                EpisodeSummary summary = recorder.env(env).end(outcome).get();
                assertEquals(List.of(), summary.failedSinks());
            }
        }
    }

    /** Two of each episode that was kept; deleted then, that no folder gets slow. */
    private static void requireVideos(Path env) throws IOException {
        List<Path> videos;
        try (Stream<Path> files = Files.list(env)) {
            videos = files.filter(f -> f.toString().contains("go_")).toList();
        }
        assertEquals(2 * (ENVS - ENVS / 5), videos.size());
        for (Path video : videos) {
            assertTrue(video.toString().endsWith(".mp4"), video.toString());
            assertEquals(STEPS - 1, VideoProbe.read(video).frames());
            Files.delete(video);
        }
    }

    private RunSpec spec(int run) {
        return RunSpec.builder(folder, "Env")
                .taskName("Task")
                .run(run)
                .episodes(Collections.nCopies(ENVS, new EpisodeInfo("go", "scripted", 1, DT_SECONDS)))
                .envConfigJson("{\"sim\":{\"dt\":" + DT_SECONDS / 8 + "},\"decimation\":8}")
                .build();
    }

    /** What this process takes. */
    private record Use(int threads, long handles, long directBytes, long residentBytes) {
        // The JDK keeps an idle pool thread, such as a process reaper, for 60 s.
        private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(90);

        /** What is used once threads and handles are back to {@code before}, or after the wait for it. */
        static Use noMoreThan(Use before) throws Exception {
            long start = System.nanoTime();
            Use use = now();
            while ((use.threads > before.threads || use.handles > before.handles)
                    && System.nanoTime() - start < MAX_WAIT_NANOS) {
                use = now();
            }
            return use;
        }

        static Use now() throws Exception {
            // Buffers are freed when what held them is collected.
            for (int i = 0; i < 3; i++) {
                System.gc();
                Thread.sleep(50);
            }
            return new Use(
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                            .getOpenFileDescriptorCount(),
                    direct(),
                    resident());
        }

        private static long direct() {
            return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                    .filter(pool -> pool.getName().equals("direct"))
                    .mapToLong(BufferPoolMXBean::getMemoryUsed)
                    .sum();
        }

        private static long resident() throws IOException {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
