package io.github.roboreel.systemtests.browser;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Recordings that the real command and the recorder make, once for all tests of this JVM. Tests only read them. */
final class Takes {
    /** Text from files that must stay text. */
    static final String HOSTILE = "<img src=x onerror=alert(1)>";

    /** Steps of the long episode. */
    static final int LONG_STEPS = 1_000_000;

    /** Where the long episode has one other value than between -1 and 1. */
    static final int SPIKE_STEP = 654_321;

    static final float SPIKE = 50;

    private static final String CAMERA = "160x96";

    /** Two recordings with videos, of two tasks. */
    static final class Filmed {
        static final Path FOLDER = Browsers.Folders.of("filmed");

        static {
            List<RoboReel> recorders = List.of(
                    record(FOLDER, "first", "BananaInBowlTask", 0),
                    record(FOLDER, "second", "RubiksCubeInBowlTask", 5));
            recorders.forEach(RoboReel::requireGood);
        }

        private Filmed() {}
    }

    /** An episode of a million steps with one spike. */
    static final class Long {
        static final Path FOLDER = Browsers.Folders.of("long");

        static {
            FieldSchema schema =
                    FieldSchema.of(FieldSpec.step("obs/force", DType.FLOAT32).withUnit("N"));
            RunSpec run = RunSpec.builder(FOLDER.resolve("million"), "Spike")
                    .run(0)
                    .envs(1, "Wait for the spike")
                    .dtSeconds(0.001)
                    .build();
            try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema).open()) {
                EnvRecorder env = recorder.env(0);
                env.begin();
                for (int step = 0; step < LONG_STEPS; step++) {
                    StepWriter row = env.step();
                    row.put(schema.field("obs/force"), step == SPIKE_STEP ? SPIKE : (float) Math.sin(step * 1e-4));
                    row.publish();
                }
                env.end(EpisodeOutcome.success("spiked")).join();
            }
        }

        private Long() {}
    }

    /** An episode whose simulator keeps a clock of its own, which is no multiple of the period. */
    static final class Clocked {
        static final Path FOLDER = Browsers.Folders.of("clocked");
        static final int STEPS = 80;
        static final int EVENT_STEP = 43;

        static {
            FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 2));
            RunSpec run = RunSpec.builder(FOLDER.resolve("clocked"), "OwnClock")
                    .run(0)
                    .envs(1, "Keep the time")
                    .dtSeconds(0.1)
                    .build();
            try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema).open()) {
                EnvRecorder env = recorder.env(0);
                env.begin();
                for (int step = 1; step <= STEPS; step++) {
                    env.step()
                            .put(schema.field("actions"), new float[] {step, -step})
                            .put(schema.field(DemoPaths.SIM_TIME), 20 + 0.01 * Math.pow(step, 1.5))
                            .publish();
                    if (step == EVENT_STEP) {
                        env.event(EpisodeEvent.of("TICKED", step, "the clock has ticked", 0.5));
                    }
                }
                env.end(EpisodeOutcome.success("kept")).join();
            }
        }

        private Clocked() {}
    }

    /** Names that a page which builds markup of texts would run. */
    static final class Hostile {
        static final Path FOLDER = Browsers.Folders.of("hostile");

        static {
            FieldSchema schema =
                    FieldSchema.of(FieldSpec.step("obs/x", DType.FLOAT32).withUnit("<i>m"));
            String name = HOSTILE.replace("/", "");
            RunSpec run = RunSpec.builder(FOLDER.resolve("a" + name), name)
                    .run(0)
                    .envs(1, HOSTILE)
                    .dtSeconds(0.1)
                    .policy(HOSTILE)
                    .build();
            try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema).open()) {
                EnvRecorder env = recorder.env(0);
                env.begin();
                for (int step = 0; step < 10; step++) {
                    StepWriter row = env.step();
                    row.put(schema.field("obs/x"), (float) step);
                    row.publish();
                    env.event(EpisodeEvent.of("HOSTILE", step + 1, HOSTILE, 0.5));
                }
                env.end(EpisodeOutcome.success(HOSTILE)).join();
            }
        }

        private Hostile() {}
    }

    private Takes() {}

    /** A copy of a recording for a test that writes into it. */
    static Path copy(Path recording) {
        Path folder = Browsers.Folders.of("copy");
        try (Stream<Path> all = Files.walk(recording)) {
            for (Path file : all.toList()) {
                Path to = folder.resolve(recording.getParent().relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(file, to);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }

    /** Two runs of two envs. */
    private static RoboReel record(Path folder, String name, String task, int seed) {
        List<String> arguments = new ArrayList<>(List.of("record", "--task=" + task, "--seed=" + seed));
        arguments.addAll(List.of("--num-envs=2", "--num-runs=2", "--max-steps=60", "--camera-size=" + CAMERA));
        arguments.addAll(List.of("--record-image-data", "--quiet"));
        arguments.addAll(List.of("--output-dir=" + folder, "--output-folder-name=" + name));
        return RoboReel.start(arguments.toArray(String[]::new));
    }
}
