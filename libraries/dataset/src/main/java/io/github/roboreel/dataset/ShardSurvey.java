package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;

/**
 * What a dataset's structure depends on: which arrays, names and types its episodes have. Small, whatever the number of
 * episodes. Surveys of parts are joined; the same parts in the same order give the same survey. For one thread.
 */
public interface ShardSurvey {
    /**
     * Looks at an episode, without reading its rows.
     *
     * @return about how many bytes it takes in the dataset, without its videos
     * @throws io.github.roboreel.dataset.ExportRefusedException when it fits no dataset, or not the episodes before it
     */
    long add(EpisodeFacts facts, EpisodeReader episode) throws IOException;

    /**
     * Whether {@link #add} looks into the episode's own videos, which then must be files of this machine.
     *
     * @throws IOException when the episode cannot be looked at
     */
    default boolean readsVideos(EpisodeReader episode) throws IOException {
        return false;
    }

    /**
     * Takes what another survey of the same exporter found, whose episodes come after those of this one.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException when they do not fit together
     */
    void add(ShardSurvey later);

    /** All of it; {@link ShardedExporter#survey(JsonNode)} reads it. */
    JsonNode json();
}
