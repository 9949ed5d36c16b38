package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.StagedTarget;
import io.github.roboreel.dataset.rlds.EpisodesWriter.Written;
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
        static final Limits USUAL = new Limits(256L << 20, ExampleBuilder.MAX_PAYLOAD_BYTES);
    }

    private final RldsOptions options;
    private final Limits limits;

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
        RldsSurvey.Collector survey = new RldsSurvey.Collector(source.notes());
        EpisodeIds ids = new EpisodeIds();
        source.look((facts, episode) -> {
            survey.add(facts, episode);
            ids.add(facts, episode);
        });
        RldsPlan plan = RldsPlan.of(options, survey.found());
        EpisodesWriter episodes = new EpisodesWriter(plan, ids, plan.steps(), limits, progress);
        if (!exists) {
            return create(plan, source, episodes);
        }
        Appending appending = Appending.to(options.target());
        appending.requireFits(plan, ids);
        return appending.add(source, episodes, options.about());
    }

    private ExportSummary create(RldsPlan plan, EpisodeSource source, EpisodesWriter episodes) throws IOException {
        try (StagedTarget staged = StagedTarget.of(options.target())) {
            Path folder = Files.createDirectory(staged.work());
            Written written = episodes.write(source, folder);
            DatasetInfoFile info = plan.info(List.of(DatasetInfoFile.TRAIN)).plus(written);
            List<Path> files = ShardWriter.files(folder, info.shards());
            for (int shard = 0; shard < files.size(); shard++) {
                Files.move(files.get(shard), folder.resolve(info.shardFile(shard)));
            }
            plan.write(folder, info);
            List<Path> made = DatasetInfoFile.read(folder).shardsIn(folder);
            long arrays = episodes.check(source, FeaturesFile.read(folder), made);
            staged.finish();
            return episodes.summary(options.target(), info, written, arrays);
        }
    }
}
