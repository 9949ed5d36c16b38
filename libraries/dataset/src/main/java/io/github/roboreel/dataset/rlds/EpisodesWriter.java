package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The episodes of one export: writes them into record files and compares those with the source. */
final class EpisodesWriter {
    /**
     * What was written.
     *
     * @param shardEpisodes episodes in each file
     * @param payloadBytes of all records
     * @param large episodes whose records strain readers
     */
    record Written(List<Long> shardEpisodes, long payloadBytes, int large) {
        /** Number of all episodes. */
        long episodes() {
            return shardEpisodes.stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Readers decode an episode as a whole. */
    private static final long LARGE_PAYLOAD_BYTES = 512L << 20;

    private final RldsPlan plan;
    private final EpisodeIds ids;
    private final long steps;
    private final RldsExporter.Limits limits;
    private final ExportProgress progress;
    private int large;

    /**
     * Of episodes that will be given in the same order each time.
     *
     * @param ids of them
     * @param steps of all of them, as recorded
     */
    EpisodesWriter(RldsPlan plan, EpisodeIds ids, long steps, RldsExporter.Limits limits, ExportProgress progress) {
        this.plan = plan;
        this.ids = ids;
        this.steps = steps;
        this.limits = limits;
        this.progress = progress;
    }

    /** Writes the record files, under the names of {@link ShardWriter#files}. */
    Written write(EpisodeSource source, Path folder) throws IOException {
        progress.phase("writing", steps);
        try (ShardWriter shards = new ShardWriter(folder, limits.shardBytes());
                ExampleBuilder example = new ExampleBuilder(folder.resolve("scratch"), limits.payloadBytes())) {
            source.visit((facts, reader) -> write(facts, reader, shards, example));
            return new Written(shards.episodes(), shards.payloadBytes(), large);
        }
    }

    private void write(EpisodeFacts facts, EpisodeReader reader, ShardWriter shards, ExampleBuilder example)
            throws IOException {
        RldsSource episode = ids.episode(facts, reader, plan.hasLastStep());
        example.begin(facts.where());
        Progress done = new Progress(progress, plan, episode);
        for (RldsFeature feature : plan.features()) {
            example.add(
                    feature.key(),
                    feature.codec().kind(),
                    list -> feature.write(episode, list, count -> done.values(feature, count)));
        }
        shards.write(example);
        large += example.payloadBytes() > LARGE_PAYLOAD_BYTES ? 1 : 0;
        done.finish();
    }

    /**
     * Compares record files with the source.
     *
     * @param declared what {@code features.json} says of the features
     * @return number of arrays found equal
     */
    long check(EpisodeSource source, Map<String, JsonNode> declared, List<Path> files) throws IOException {
        progress.phase("checking", steps);
        try (RldsReadBack check = new RldsReadBack(plan, declared, files)) {
            source.visit((facts, reader) -> {
                RldsSource episode = ids.episode(facts, reader, plan.hasLastStep());
                check.compare(episode, new Progress(progress, plan, episode));
            });
            return check.finish();
        }
    }

    /** With what the target holds now. */
    ExportSummary summary(Path target, DatasetInfoFile info, Written written, long arrays) {
        return new ExportSummary(target, info.episodes(), steps, arrays, notes(plan, written.large()));
    }

    /** What users should know of a dataset with so many episodes whose records strain readers. */
    static List<String> notes(RldsPlan plan, int large) {
        List<String> notes = new ArrayList<>(plan.notes());
        if (large > 0) {
            notes.add(large
                    + " episodes take more than "
                    + (LARGE_PAYLOAD_BYTES >> 20)
                    + " MiB each, and readers decode an episode as a whole; they need that"
                    + " much memory.");
        }
        return notes;
    }

    /** Reports how far an episode is. Its pictures take nearly all the time, so they count. */
    static final class Progress {
        private final ExportProgress progress;
        private final long steps;
        private final long pictures;
        private long picturesDone;
        private long told;

        Progress(ExportProgress progress, RldsPlan plan, RldsSource episode) {
            this.progress = progress;
            steps = episode.actions();
            pictures = episode.steps()
                    * plan.features().stream().filter(RldsFeature::isPicture).count();
        }

        /** So many more values of a feature are done. */
        void values(RldsFeature feature, int count) {
            if (feature.isPicture()) {
                picture(count);
            }
        }

        /** So many more pictures are done. */
        void picture(int count) {
            picturesDone += count;
            tell(steps * picturesDone / pictures);
        }

        /** All is done. */
        void finish() {
            tell(steps);
        }

        private void tell(long done) {
            progress.advanced(done - told);
            told = done;
        }
    }
}
