package io.github.roboreel.recordings.episodes;

import java.io.IOException;

/** Failure to read a chosen episode; the message names its file and place. */
public final class UnreadableEpisodeException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int episode;

    UnreadableEpisodeException(EpisodeFacts facts, String sentence, IOException cause) {
        super(sentence, cause);
        this.episode = facts.episode();
    }

    /** Its number in its env folder. */
    public int episode() {
        return episode;
    }
}
