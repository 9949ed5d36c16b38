package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.MemorySink;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A second JVM that records one run after the other, of one env, whose pictures are noise; the steps go to memory. To
 * each run something is done: its argument is {@code steps@step:command}, and the shell runs the command, with the
 * env's folder in {@code VIDEOS}, before that step. Prints a line per run.
 */
final class FaultyVideos {
    private static final int SIDE = 64;
    private static final double DT_SECONDS = 1 / 15.0;

    private final Path folder;
    private final String encoder;
    private final int side;
    private final Random noise = new Random(3);
    private final List<InputStream> handles = new ArrayList<>();

    private FaultyVideos(Path folder, String encoder, int side) {
        this.folder = folder;
        this.encoder = encoder;
        this.side = side;
    }

    /** Main of the second JVM. */
    public static void main(String[] args) throws Exception {
        int side = Integer.getInteger("side", SIDE);
        FaultyVideos recording = new FaultyVideos(Path.of(args[0]), args[1], side);
        for (int run = 0; run < args.length - 2; run++) {
            recording.record(run, args[run + 2]);
        }
    }

    private void record(int run, String script) throws Exception {
        String[] parts = script.split("[@:]", 3);
        int steps = Integer.parseInt(parts[0]);
        int at = Integer.parseInt(parts[1]);
        MemorySink data = new MemorySink();
        List<Integer> given = new ArrayList<>();
        long slowestNanos = 0;
        EpisodeSummary summary;
        FieldSchema schema = FieldSchema.of(
                FieldSpec.image("obs/viewport_cam/view", side, side).unstored());
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(spec(run), schema)
                .config(CameraRun.config("video.encoder", encoder, "recorder.frame_pool_mb", 2))
                .sink(data)
                .sink(new VideoSink())
                .open()) {
            recorder.env(0).begin();
            for (int step = 0; step < steps; step++) {
                if (step == at) {
                    act(parts[2], step > 0);
                }
                byte[] pixels = new byte[3 * side * side];
                noise.nextBytes(pixels);
                given.add(pixels[0] & 0xff);
                long start = System.nanoTime();
                StepWriter row = recorder.env(0).step();
                row.put(schema.field("obs/viewport_cam/view"), pixels);
                row.publish();
                slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
            }
            summary = recorder.env(0).end(EpisodeOutcome.success("")).get();
        }
        for (InputStream handle : handles) {
            handle.close();
        }
        handles.clear();
        System.out.println("run "
                + run
                + ": failed "
                + summary.failedSinks()
                + ", data "
                + (data.pixels(0).equals(given) ? "whole" : "WRONG")
                + ", producer "
                + (slowestNanos < 120_000_000_000L ? "went on" : "WAITED"));
    }

    private RunSpec spec(int run) {
        return RunSpec.builder(folder, "Env")
                .taskName("Task")
                .run(run)
                .episodes(List.of(new EpisodeInfo("go", "scripted", 1, DT_SECONDS)))
                .envConfigJson("{\"sim\":{\"dt\":" + DT_SECONDS / 8 + "},\"decimation\":8}")
                .build();
    }

    private void act(String command, boolean onceRecording) throws Exception {
        if (onceRecording) {
            awaitRecording();
        }
        if (command.equals("exhaust handles")) {
            exhaustHandles();
        } else if (!command.isEmpty()) {
            ProcessBuilder shell = new ProcessBuilder("sh", "-c", command).inheritIO();
            shell.environment().put("VIDEOS", folder.resolve("Env").toString());
            if (shell.start().waitFor() != 0) {
                throw new IOException(command + " failed");
            }
        }
    }

    private void awaitRecording() throws Exception {
        while (true) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve("Env"), "*.recording.mp4")) {
                if (files.iterator().hasNext()) {
                    return;
                }
            }
            Thread.sleep(5);
        }
    }

    private void exhaustHandles() {
        try {
            while (true) {
                handles.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException e) {
            // None left.
        }
    }
}
