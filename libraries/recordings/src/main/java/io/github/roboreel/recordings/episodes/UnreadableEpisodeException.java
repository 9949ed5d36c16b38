package io.github.roboreel.recordings.episodes;

import java.io.IOException;
import java.nio.file.Path;

/** Failure to read an episode; the message names its file, its place there, and the array if it is about one. */
public final class UnreadableEpisodeException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final String demo;
    private final int episode;
    private final String path;

    /**
     * A failure.
     *
     * @param facts of the episode
     * @param path of the array; empty when it is about the whole episode
     * @param sentence what is wrong
     */
    public UnreadableEpisodeException(EpisodeFacts facts, String path, String sentence, IOException cause) {
        super(sentence, cause);
        this.file = facts.file();
        this.demo = facts.demo();
        this.episode = facts.episode();
        this.path = path;
    }

    /** The file or folder that it is in. */
    public Path file() {
        return file;
    }

    /** Its name there, for example {@code demo_3}. */
    public String demo() {
        return demo;
    }

    /** Its number in its env folder. */
    public int episode() {
        return episode;
    }

    /** Path of the array; empty when it is about the whole episode. */
    public String path() {
        return path;
    }
}
