package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One recorded episode of any length whose pictures are of one grey each, {@link #grey} of step and camera, so that a
 * video's frame can be told from all others.
 *
 * @param folder where it is
 * @param dtSeconds control period
 */
record FlatRun(Path folder, double dtSeconds) implements EpisodeSource {
    static final int SIDE = 16;
    private static final String NAME = "Flat";

    /** Records it; cameras are paths. */
    static FlatRun record(Path folder, int steps, double dtSeconds, String... cameras) {
        return record(folder, steps, dtSeconds, StepSchedule.ALL, cameras);
    }

    /** Records what the schedule says. */
    static FlatRun record(Path folder, int steps, double dtSeconds, StepSchedule schedule, String... cameras) {
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(FieldSpec.step("actions", DType.FLOAT32, 2));
        for (String camera : cameras) {
            fields.add(FieldSpec.image(camera, SIDE, SIDE));
        }
        FieldSchema schema = FieldSchema.of(fields);
        RunSpec spec = RunSpec.builder(folder, NAME)
                .episodes(List.of(new EpisodeInfo("wait", "none", 1, dtSeconds)))
                .envConfigJson("{\"sim\":{\"dt\":" + dtSeconds + "},\"decimation\":1}")
                .build();
        RecordingPlan plan = RecordingPlan.EVERYTHING.withSteps(schedule);
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(spec, schema)
                .sink(new Hdf5SinkProvider())
                .plan(plan)
                .open()) {
            recorder.env(0).begin(row -> {});
            for (int step = 0; step < steps; step++) {
                StepWriter row = recorder.env(0).step();
                fill(row, schema, step, List.of(cameras));
                row.publish();
            }
            recorder.env(0).end(EpisodeOutcome.success("waited")).join();
        }
        return new FlatRun(folder, dtSeconds);
    }

    private static void fill(StepWriter row, FieldSchema schema, int step, List<String> cameras) {
        for (Field field : schema.layout(FieldPhase.STEP).fields()) {
            int camera = cameras.indexOf(field.spec().path());
            if (field.spec().path().equals("actions")) {
                row.put(field, new float[] {step, -step});
            } else if (camera >= 0) {
                byte[] pixels = new byte[field.spec().elements()];
                Arrays.fill(pixels, (byte) grey(step, camera));
                row.put(field, pixels);
            }
        }
    }

    /** Apart by 8 from step to step, in opposite directions for the first and second camera. */
    static int grey(int step, int camera) {
        int level = 20 + 8 * (step % 25);
        return camera == 0 ? level : 240 - level;
    }

    Path file() {
        return folder.resolve(NAME).resolve("run_0.hdf5");
    }

    @Override
    public void visit(Visitor visitor) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file())) {
            visitor.visit(facts(), reader.demo("demo_0"));
        }
    }

    private EpisodeFacts facts() {
        return new EpisodeFacts(
                file(),
                "demo_0",
                NAME,
                0,
                0,
                0,
                "wait",
                Optional.of("none"),
                EpisodeFacts.Ending.TERMINATED,
                Optional.of(true),
                OptionalDouble.of(1),
                OptionalLong.of(1),
                dtSeconds,
                Map.of(),
                Map.of(),
                Map.of(),
                "");
    }
}
