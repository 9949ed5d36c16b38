package io.github.roboreel.fleet.export;

import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;

/** A single episode. */
record OneEpisode(EpisodeFacts facts, EpisodeReader reader) implements EpisodeSource {
    @Override
    public void visit(Visitor visitor) throws IOException {
        visitor.visit(facts, reader);
    }
}
