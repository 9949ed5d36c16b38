package io.github.roboreel.dataset.rlds;

import com.google.protobuf.CodedOutputStream;
import io.github.roboreel.dataset.EpisodeFacts;
import io.github.roboreel.dataset.EpisodeSource;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes all episodes into record files. */
final class EpisodesWriter {
    /**
     * What was written.
     *
     * @param shardEpisodes episodes in each file
     * @param payloadBytes of all records
     * @param large episodes whose records strain readers
     */
    record Written(List<Long> shardEpisodes, long payloadBytes, int large) {}

    /** Readers decode an episode as a whole. */
    static final long LARGE_PAYLOAD_BYTES = 512L << 20;

    private final RldsPlan plan;
    private final ExportProgress progress;
    private final ShardWriter shards;
    private final ExampleBuilder example;
    private int large;

    private EpisodesWriter(RldsPlan plan, ExportProgress progress, ShardWriter shards, ExampleBuilder example) {
        this.plan = plan;
        this.progress = progress;
        this.shards = shards;
        this.example = example;
    }

    static Written write(RldsPlan plan, EpisodeSource source, Path folder, RecordLimits limits, ExportProgress progress)
            throws IOException {
        Path scratch = folder.resolve("scratch");
        try (ShardWriter shards = new ShardWriter(folder, limits.shardBytes());
                ExampleBuilder example = new ExampleBuilder(scratch, limits.payloadBytes())) {
            EpisodesWriter writer = new EpisodesWriter(plan, progress, shards, example);
            source.visit(writer::write);
            return new Written(shards.episodes(), shards.payloadBytes(), writer.large);
        }
    }

    private void write(EpisodeFacts facts, EpisodeReader reader) throws IOException {
        Episode episode = plan.episode(facts, reader);
        example.begin(facts.where());
        EpisodeProgress done = new EpisodeProgress(progress, plan, episode);
        for (Feature feature : plan.features()) {
            example.add(feature.key(), feature.codec().kind(), list -> write(feature, episode, list, done));
        }
        shards.write(example);
        large += example.payloadBytes() > LARGE_PAYLOAD_BYTES ? 1 : 0;
        done.finish();
    }

    private static void write(Feature feature, Episode episode, CodedOutputStream list, EpisodeProgress done)
            throws IOException {
        feature.feed().feed(episode, (rows, count) -> {
            feature.codec().write(rows, count, list);
            if (feature.isPicture()) {
                done.pictures(count);
            }
        });
    }
}
