package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.SecondJvm;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A second JVM that records two envs, each control period a step, until it is killed. */
final class KilledRecorder {
    static final int FRAMES_PER_SECOND = 15;
    private static final int MAX_WAITING_STEPS = FRAMES_PER_SECOND / 3;
    static final String[] INSTRUCTIONS = {"first", "second"};

    private KilledRecorder() {}

    /**
     * Records into a folder and is killed with SIGKILL.
     *
     * @return steps that it had published, at least as many as asked for
     */
    static int dieAfter(int steps, Path folder, String encoder) throws Exception {
        List<String> command = new ArrayList<>(SecondJvm.command());
        command.addAll(List.of(KilledRecorder.class.getName(), folder.toString(), encoder));
        Process jvm = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int published;
        try (BufferedReader out = jvm.inputReader()) {
            published = Integer.parseInt(out.readLine());
            while (published < steps) {
                published = Integer.parseInt(out.readLine());
            }
        } finally {
            jvm.destroyForcibly().waitFor();
        }
        assertEquals(137, jvm.exitValue(), "killed by SIGKILL");
        return published;
    }

    /** Main of the second JVM. */
    public static void main(String[] args) throws Exception {
        CameraRun run = new CameraRun(Path.of(args[0]), INSTRUCTIONS);
        MeterRegistry meters = new SimpleMeterRegistry();
        EpisodeRecorder recorder = EpisodeRecorder.builder(run.spec(), run.schema())
                .config(CameraRun.config("video.encoder", args[1]))
                .sink(new VideoSink())
                .meters(meters)
                .open();
        run.begin(recorder.env(0));
        run.begin(recorder.env(1));
        while (true) {
            run.step(recorder.env(0));
            run.step(recorder.env(1));
            awaitEncoders(recorder, meters);
            System.out.println(recorder.env(1).numSamples());
            Thread.sleep(1000 / FRAMES_PER_SECOND / 4);
        }
    }

    /** On a slow machine frames would wait for longer than the second that may be lost. */
    private static void awaitEncoders(EpisodeRecorder recorder, MeterRegistry meters) throws InterruptedException {
        while (recorder.ringBacklog()
                        + meters.get("roboreel.encoder.queue").gauge().value()
                > MAX_WAITING_STEPS) {
            Thread.sleep(1);
        }
    }
}
