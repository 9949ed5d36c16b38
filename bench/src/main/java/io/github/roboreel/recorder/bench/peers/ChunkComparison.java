package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Ready-made frames into the run file. */
final class ChunkComparison implements Comparison {
    private static final String OURS = "run file";
    private static final String BARE = "H5Dwrite_chunk alone";
    private static final String SPEED = "mb_per_s";
    private static final String ENV_CONFIG = "{\"sim\":{\"dt\":0.01},\"decimation\":1}";

    private final Sizes sizes;
    private final FieldSchema schema;

    ChunkComparison(Sizes sizes) {
        this.sizes = sizes;
        schema = FieldSchema.of(FieldSpec.image(
                "obs/camera_0", sizes.images().height(), sizes.images().width()));
    }

    @Override
    public String name() {
        return "chunks";
    }

    @Override
    public List<Contender> contenders() {
        int chunks = sizes.chunks();
        long bytes = (long) chunks * sizes.images().bytes();
        return List.of(
                new PieceContender(OURS, bytes, f -> ChunkPiece.runFileSeconds(run(f), schema, chunks)),
                new PieceContender(BARE, bytes, f -> ChunkPiece.bareSeconds(f.resolve("bare.hdf5"), schema, chunks)));
    }

    private static RunSpec run(Path folder) {
        EpisodeInfo episode = new EpisodeInfo("write chunks", "bench", 0, 0.01);
        return RunSpec.builder(folder, "Bench")
                .episodes(List.of(episode))
                .envConfigJson(ENV_CONFIG)
                .build();
    }

    @Override
    public List<Target> targets(Map<String, Measured> results) {
        double ratio = results.get(OURS).median(SPEED) / results.get(BARE).median(SPEED);
        return List.of(Target.ratio("ready-made chunks into the run file", BARE, ratio, 0.8));
    }
}
