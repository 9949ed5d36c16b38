package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Ids of the episodes that become one dataset, or one file of it. For one thread. */
final class EpisodeIds {
    private final Map<String, String> whereById = new HashMap<>();
    private final Map<String, String> idByWhere = new HashMap<>();

    /**
     * Takes one more, reading the rows that its id is made of.
     *
     * @throws ExportRefusedException when it is there twice
     */
    void add(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        String id = RldsSource.id(facts, episode);
        idByWhere.put(facts.where(), id);
        String earlier = whereById.put(id, facts.where());
        if (earlier != null) {
            throw new ExportRefusedException(
                    facts.where() + " is the same episode as " + earlier + "; name each folder once");
        }
    }

    /** The same episodes, each of which is added when it is visited. */
    EpisodeSource adding(EpisodeSource source) {
        return visitor -> source.visit((facts, episode) -> {
            add(facts, episode);
            visitor.visit(facts, episode);
        });
    }

    boolean has(String id) {
        return whereById.containsKey(id);
    }

    /**
     * An episode with its place in the dataset.
     *
     * @throws IOException when it was not added
     */
    RldsSource episode(EpisodeFacts facts, EpisodeReader reader, boolean hasLastStep) throws IOException {
        String id = idByWhere.get(facts.where());
        if (id == null) {
            throw new IOException("the recording changed during the export: " + facts.where()
                    + " is new; export it when no recorder writes there");
        }
        return new RldsSource(facts, reader, id, Math.toIntExact(reader.numSamples()), hasLastStep);
    }
}
