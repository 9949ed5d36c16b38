package io.github.roboreel.recordings.spi;

import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeReaders;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Episodes found at one place, in a fixed order: a picture of the moment it was opened. Any thread may use it. */
public interface EpisodeCatalogue extends AutoCloseable {
    /** Number of episodes. */
    int episodes();

    /**
     * What is known of one besides its arrays; asked for again, it is the same.
     *
     * @param index from 0
     * @throws IOException when it cannot be read
     */
    EpisodeFacts facts(int index) throws IOException;

    /**
     * Number of steps of one.
     *
     * @param index from 0
     * @throws IOException when it cannot be read
     */
    long steps(int index) throws IOException;

    /**
     * What the data set declares of the values of an array.
     *
     * @param index of the episode, from 0
     * @param path of the array
     * @return empty when it declares nothing
     */
    default Optional<ValueBounds> bounds(int index, String path) {
        return Optional.empty();
    }

    /** What is there but cannot be read, and what is doubtful. */
    List<FileFault> problems();

    /**
     * Readers for one more thread, to be closed before the catalogue.
     *
     * @throws IOException when there can be none
     */
    EpisodeReaders readers() throws IOException;

    /** Gives back what it holds open. */
    @Override
    void close() throws IOException;
}
