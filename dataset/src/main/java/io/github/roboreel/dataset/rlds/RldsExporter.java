package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.StagedTarget;
import io.github.roboreel.dataset.rlds.EpisodesWriter.Written;
import io.github.roboreel.dataset.rlds.records.ExampleBuilder;
import io.github.roboreel.dataset.rlds.records.ShardWriter;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes an RLDS dataset that TensorFlow Datasets reads with {@code builder_from_directory}, in one split {@code train}.
 * All values are exactly the recorded ones, except JPEG pictures.
 *
 * <p>T actions become T + 1 steps where every episode has the observation after its last action; otherwise T, which the
 * dataset's description then says.
 */
public final class RldsExporter implements Exporter {
    /**
     * Sizes of files and records, bytes.
     *
     * @param shardBytes where a new record file starts
     * @param payloadBytes the most one episode may take
     */
    record Limits(long shardBytes, long payloadBytes) {
        private static final Limits USUAL = new Limits(256L << 20, ExampleBuilder.MAX_PAYLOAD_BYTES);
    }

    private final RldsOptions options;
    private final Limits limits;

    /** With these options. */
    public RldsExporter(RldsOptions options) {
        this(options, Limits.USUAL);
    }

    RldsExporter(RldsOptions options, Limits limits) {
        this.options = options;
        this.limits = limits;
    }

    @Override
    public ExportSummary export(EpisodeSource recorded, ExportProgress progress) throws IOException {
        EpisodeSource source = new JoinedSource(recorded);
        boolean exists = Files.exists(options.target());
        if (exists && !options.append()) {
            throw new ExportRefusedException(options.target()
                    + " exists already and is left as it is; choose another version, or"
                    + " append to a dataset that was begun for that");
        }
        RldsSurvey survey = new RldsSurvey(source);
        RldsPlan plan = RldsPlan.of(options, survey);
        EpisodesWriter episodes = new EpisodesWriter(plan, survey, source, limits, progress);
        if (!exists) {
            return create(plan, survey, episodes);
        }
        Appending appending = Appending.to(options.target());
        appending.requireFits(plan, plan.metadata(options, survey.arrays()), survey);
        return appending.add(episodes);
    }

    private ExportSummary create(RldsPlan plan, RldsSurvey survey, EpisodesWriter episodes) throws IOException {
        try (StagedTarget staged = StagedTarget.of(options.target())) {
            Path folder = Files.createDirectory(staged.work());
            JsonFiles.write(FeaturesFile.in(folder), plan.declaration());
            Written written = episodes.write(folder);
            DatasetInfoFile info =
                    DatasetInfoFile.of(options, plan.description()).plus(written);
            List<Path> files = ShardWriter.files(folder, info.shards());
            for (int shard = 0; shard < files.size(); shard++) {
                Files.move(files.get(shard), folder.resolve(info.shardFile(shard)));
            }
            info.write(folder);
            JsonFiles.write(RldsPlan.metadataIn(folder), plan.metadata(options, survey.arrays()));
            long arrays = episodes.check(folder, DatasetInfoFile.read(folder).shardsIn(folder));
            staged.finish();
            return episodes.summary(options.target(), info, written, arrays);
        }
    }
}
