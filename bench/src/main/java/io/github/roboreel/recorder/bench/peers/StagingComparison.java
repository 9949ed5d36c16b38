package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Rows of 640 bytes to where they survive the death of the process. */
final class StagingComparison implements Comparison {
    private static final String OURS = "ring to staging";
    private static final String PIPELINE = "producer, ring, staging";
    private static final String AERON = "aeron archive";
    private static final String SPEED = "mb_per_s";
    private static final String ENV_CONFIG = "{\"sim\":{\"dt\":0.01},\"decimation\":1}";
    private static final int ENVS = 16;

    /** With the two timestamps, 8 bytes each. */
    private static final int FLOATS = 156;

    private static final int ROW_BYTES = 640;

    private final FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, FLOATS));
    private final Sizes sizes;

    StagingComparison(Sizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public String name() {
        return "staging";
    }

    @Override
    public List<Contender> contenders() {
        long bytes = (long) ROW_BYTES * sizes.rows();
        return List.of(
                new PieceContender(OURS, bytes, f -> StagingPiece.seconds(run(f), schema, sizes.rows())),
                new PieceContender(PIPELINE, bytes, this::pipelineSeconds),
                new AeronContender(AERON, sizes.rows()));
    }

    /** One vectorised producer; wall time until the last row is staged. */
    private double pipelineSeconds(Path folder) throws IOException {
        RunSpec run = run(folder);
        Field field = schema.field("actions");
        float[] values = new float[ENVS * FLOATS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.sin(i);
        }
        EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, schema).sink(new StagingPiece(run)).open();
        try (recorder) {
            for (int env = 0; env < ENVS; env++) {
                recorder.env(env).begin();
            }
            long start = System.nanoTime();
            for (int row = 0; row < sizes.rows(); row += ENVS) {
                BatchWriter rows = recorder.stepAll();
                rows.put(field, values);
                rows.publish();
            }
            while (recorder.ringBacklog() > 0) {
                Thread.onSpinWait();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            for (int env = 0; env < ENVS; env++) {
                recorder.env(env).end(EpisodeOutcome.success("done"));
            }
            return seconds;
        }
    }

    private static RunSpec run(Path folder) {
        EpisodeInfo episode = new EpisodeInfo("stage rows", "bench", 0, 0.01);
        List<EpisodeInfo> episodes = EpisodeInfo.repeat(ENVS, episode);
        return RunSpec.builder(folder, "Bench")
                .episodes(episodes)
                .envConfigJson(ENV_CONFIG)
                .build();
    }

    @Override
    public List<Target> targets(Map<String, Measured> results) {
        double ours = results.get(PIPELINE).median(SPEED);
        String what = "raw rows through the ring into staging";
        double aeron = results.get(AERON).median(SPEED);
        return List.of(
                Target.ratio(what, AERON + ", warm", ours / aeron, 0.5),
                new Target(what, "", ours, 1000, false, "MB/s"));
    }
}
