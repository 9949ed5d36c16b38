package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.RowTally;
import io.github.roboreel.dataset.ShardSurvey;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A first look at all episodes.
 *
 * @param arrays that they have
 * @param metadata that there is
 * @param kept what the datasets that they were imported from said of themselves
 */
record RldsSurvey(DatasetSurvey arrays, MetadataFeatures metadata, KeptTexts kept) {
    /** What was found so far. */
    static final class Collector implements ShardSurvey {
        /** Picture files take about so much less than pixels, where it is unknown what the recorder made of them. */
        private static final int PIXELS_PER_PICTURE_BYTE = 3;

        private final List<String> changes;
        private final DatasetSurvey.Collector arrays;
        private final MetadataFeatures metadata;
        private final KeptTexts kept;

        private Collector(
                List<String> changes, DatasetSurvey.Collector arrays, MetadataFeatures metadata, KeptTexts kept) {
            this.changes = List.copyOf(changes);
            this.arrays = arrays;
            this.metadata = metadata;
            this.kept = kept;
        }

        /** Of no episodes yet, to which this was done. */
        Collector(List<String> changes) {
            this(changes, new DatasetSurvey.Collector(), new MetadataFeatures(), new KeptTexts());
        }

        static Collector of(JsonNode json) {
            List<String> changes = new ArrayList<>();
            json.path("changes").forEach(change -> changes.add(change.asText()));
            return new Collector(
                    changes,
                    DatasetSurvey.Collector.of(json.path("arrays")),
                    MetadataFeatures.of(json.path("metadata")),
                    KeptTexts.of(json.path(RldsAbout.KEPT)));
        }

        @Override
        public JsonNode json() {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            changes.forEach(json.putArray("changes")::add);
            json.set("arrays", arrays.json());
            json.set("metadata", metadata.json());
            json.set(RldsAbout.KEPT, kept.json());
            return json;
        }

        @Override
        public long add(EpisodeFacts facts, EpisodeReader recorded) throws IOException {
            EpisodeReader episode = JoinedSource.joined(facts, recorded);
            arrays.add(facts, episode);
            if (!episode.has(DemoPaths.ACTIONS)) {
                throw new ExportRefusedException(facts.where() + " has no 'actions', which every RLDS step needs");
            }
            metadata.add(facts);
            kept.add(facts.environmentConfig());
            return aboutBytes(facts, episode);
        }

        private static long aboutBytes(EpisodeFacts facts, EpisodeReader episode) throws IOException {
            long bytes = facts.environmentConfig().length()
                    + episode.numSamples() * facts.instruction().length();
            for (String path : episode.paths()) {
                DatasetInfo info = episode.info(path);
                FieldInfo field = FieldInfo.of(path, info);
                bytes += field.isImage() || field.isDepthImage() ? pictureBytes(info) : info.rawBytes();
            }
            return bytes;
        }

        /**
         * Both the recorder and picture files deflate; resized pictures still give the bytes of those they were made
         * of.
         */
        private static long pictureBytes(DatasetInfo info) {
            return info.storedBytes() > 0
                    ? Math.min(info.storedBytes(), info.rawBytes())
                    : info.rawBytes() / PIXELS_PER_PICTURE_BYTE;
        }

        @Override
        public void add(ShardSurvey later) {
            if (!(later instanceof Collector other)) {
                throw new IllegalArgumentException(later + " is no survey of RLDS");
            }
            arrays.add(other.arrays);
            metadata.add(other.metadata);
            kept.add(other.kept);
        }

        /**
         * Of all of them.
         *
         * @throws ExportRefusedException when there is none, or one lacks rows
         */
        RldsSurvey found() {
            RldsSurvey found = new RldsSurvey(arrays.found(changes), metadata, kept);
            for (String path : found.arrays.fields().keySet()) {
                boolean needed = path.equals(DemoPaths.ACTIONS)
                        || DemoPaths.isIn(DemoPaths.OBS, path)
                        || DemoPaths.isIn(DemoPaths.STATES, path);
                if (needed) {
                    found.rows(path).requireOneEachStep(path, "; recover its run or leave the episode out");
                }
            }
            return found;
        }
    }

    private RowTally rows(String path) {
        return arrays.rows().getOrDefault(path, new RowTally());
    }

    /** Whether every episode has one row per step. */
    boolean isOneEachStep(String path) {
        return arrays.rows().containsKey(path) && rows(path).isOneEachStep();
    }

    /** Whether any episode has a row. */
    boolean isSomewhere(String path) {
        return rows(path).isSomewhere();
    }

    /** Bytes of the largest such array. */
    long mostBytes(String path) {
        return rows(path).mostBytes();
    }

    /** Whether the array at a path has rows of the same type, and one in every episode. */
    boolean isEverywhere(String path, FieldInfo like) {
        FieldInfo field = arrays.fields().get(path);
        return field != null
                && field.dtype() == like.dtype()
                && field.rowShape().equals(like.rowShape())
                && rows(path).firstWithout().isEmpty();
    }
}
