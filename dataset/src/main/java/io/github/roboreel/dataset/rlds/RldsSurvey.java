package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RowTally;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** A first look at all episodes: their arrays, their ids and what metadata there is. */
final class RldsSurvey {
    private final Map<String, String> whereById = new HashMap<>();
    private final Map<String, String> idByWhere = new HashMap<>();
    private final EpisodeMetadata metadata = new EpisodeMetadata();
    private final DatasetSurvey arrays;

    /**
     * Goes through all episodes, without reading their rows except what their ids are made of.
     *
     * @throws ExportRefusedException when one is there twice, or lacks rows
     */
    RldsSurvey(EpisodeSource source) throws IOException {
        arrays = DatasetSurvey.of(source, this::look);
        for (String path : arrays.fields().keySet()) {
            boolean needed = path.equals(DemoPaths.ACTIONS)
                    || DemoPaths.isIn(DemoPaths.OBS, path)
                    || DemoPaths.isIn(DemoPaths.STATES, path);
            if (needed) {
                rows(path).requireOneEachStep(path, "; recover its run or leave the episode out");
            }
        }
    }

    private void look(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        if (!episode.has(DemoPaths.ACTIONS)) {
            throw new ExportRefusedException(facts.where() + " has no 'actions', which every RLDS step needs");
        }
        metadata.add(facts);
        String id = Episode.id(facts, episode);
        idByWhere.put(facts.where(), id);
        String earlier = whereById.put(id, facts.where());
        if (earlier != null) {
            throw new ExportRefusedException(
                    facts.where() + " is the same episode as " + earlier + "; name each folder once");
        }
    }

    DatasetSurvey arrays() {
        return arrays;
    }

    EpisodeMetadata metadata() {
        return metadata;
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

    boolean hasId(String id) {
        return whereById.containsKey(id);
    }

    /**
     * An episode with its place in the dataset.
     *
     * @throws IOException when it was not there at the first look
     */
    Episode episode(EpisodeFacts facts, EpisodeReader reader, boolean hasLastStep) throws IOException {
        String id = idByWhere.get(facts.where());
        if (id == null) {
            throw new IOException("the recording changed during the export: " + facts.where()
                    + " is new; export it when nobody records there");
        }
        return new Episode(facts, reader, id, Math.toIntExact(reader.numSamples()), hasLastStep);
    }
}
