package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.EpisodeSource;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.StagedTarget;
import io.github.roboreel.dataset.rlds.EpisodesWriter.Written;
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
    private final RldsOptions options;
    private final RecordLimits limits;

    /** With these options. */
    public RldsExporter(RldsOptions options) {
        this(options, RecordLimits.USUAL);
    }

    RldsExporter(RldsOptions options, RecordLimits limits) {
        this.options = options;
        this.limits = limits;
    }

    @Override
    public ExportSummary export(EpisodeSource recorded, ExportProgress progress) throws IOException {
        EpisodeSource source = recorded.withJoinedActions();
        boolean exists = Files.exists(options.target());
        if (exists && !options.append()) {
            throw new ExportRefusedException(options.target()
                    + " exists already and is left as it is; choose another version, or"
                    + " append to a dataset that was begun for that");
        }
        DatasetSurvey survey = DatasetSurvey.of(source);
        EpisodeScan scan = EpisodeScan.of(source);
        RldsPlan plan = RldsPlan.of(options, survey, scan);
        NewEpisodes episodes = new NewEpisodes(plan, survey, source, limits, progress);
        return exists ? append(episodes, scan) : create(episodes);
    }

    private ExportSummary create(NewEpisodes episodes) throws IOException {
        Path target = options.target();
        ObjectNode declaration = episodes.plan().declaration();
        try (StagedTarget staged = StagedTarget.of(target)) {
            Path folder = Files.createDirectory(staged.work());
            JsonFiles.write(DeclaredFeatures.in(folder), declaration);
            Written written = episodes.write(folder);
            DatasetInfoFile info =
                    DatasetInfoFile.of(options, episodes.plan().description()).plus(written);
            List<Path> files = ShardWriter.files(folder, info.shards());
            for (int shard = 0; shard < files.size(); shard++) {
                Files.move(files.get(shard), folder.resolve(info.shardFile(shard)));
            }
            info.write(folder);
            JsonFiles.write(MetadataFile.in(folder), MetadataFile.json(options, episodes.survey(), episodes.plan()));
            long arrays = episodes.check(folder, DatasetInfoFile.read(folder).shardsIn(folder));
            staged.finish();
            return episodes.summary(target, info, written, arrays);
        }
    }

    private ExportSummary append(NewEpisodes episodes, EpisodeScan scan) throws IOException {
        Appending appending = Appending.to(options.target());
        appending.requireFits(episodes.plan(), MetadataFile.json(options, episodes.survey(), episodes.plan()), scan);
        return appending.add(episodes);
    }
}
