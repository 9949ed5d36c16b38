package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.util.List;

/** Pieces of our path, each measured alone. */
final class PieceComparisons {
    private static final String SPEED = "mb_per_s";
    private static final int ENVS = 16;
    /** With the two timestamps, 8 bytes each. */
    private static final int FLOATS = 156;

    private static final int ROW_BYTES = 640;

    private final Sizes sizes;

    PieceComparisons(Sizes sizes) {
        this.sizes = sizes;
    }

    /** Rows of 640 bytes to where they survive the death of the process. */
    PeerComparison staging() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, FLOATS));
        long bytes = (long) ROW_BYTES * sizes.rows();
        String pipeline = "producer, ring, staging";
        String aeron = "aeron archive";
        List<Contender> contenders = List.of(
                Contenders.piece(
                        "ring to staging",
                        bytes,
                        f -> StagingPiece.seconds(RecordSpec.run(f, ENVS), schema, sizes.rows())),
                Contenders.piece(pipeline, bytes, f -> pipelineSeconds(RecordSpec.run(f, ENVS), schema)),
                Contenders.aeron(aeron, sizes.rows()));
        return new PeerComparison("staging", contenders, results -> {
            double ours = results.get(pipeline).median(SPEED);
            String what = "raw rows through the ring into staging";
            double ratio = ours / results.get(aeron).median(SPEED);
            return List.of(
                    Target.ratio(what, aeron + ", warm", ratio, 0.5), new Target(what, "", ours, 1000, false, "MB/s"));
        });
    }

    /** One vectorised producer; wall time until the last row is staged. */
    private double pipelineSeconds(RunSpec run, FieldSchema schema) throws IOException {
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

    /** Ready-made frames into the run file. */
    PeerComparison chunks() {
        FieldSchema schema = FieldSchema.of(FieldSpec.image(
                "obs/camera_0", sizes.images().height(), sizes.images().width()));
        int chunks = sizes.chunks();
        long bytes = (long) chunks * sizes.images().bytes();
        String ours = "run file";
        String bare = "H5Dwrite_chunk alone";
        List<Contender> contenders = List.of(
                Contenders.piece(ours, bytes, f -> ChunkPiece.runFileSeconds(RecordSpec.run(f, 1), schema, chunks)),
                Contenders.piece(bare, bytes, f -> ChunkPiece.bareSeconds(f.resolve("bare.hdf5"), schema, chunks)));
        return new PeerComparison("chunks", contenders, results -> {
            double ratio = results.get(ours).median(SPEED) / results.get(bare).median(SPEED);
            return List.of(Target.ratio("ready-made chunks into the run file", bare, ratio, 0.8));
        });
    }
}
