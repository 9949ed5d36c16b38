package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;

/** Reads any episode of a catalogue, in any order. For one thread at a time. */
public interface EpisodeReaders extends AutoCloseable {
    /**
     * Reader of an episode, usable until these readers are closed; the one asked for last may be read faster than those
     * before.
     *
     * @param index from 0
     * @throws IOException when it cannot be opened
     */
    EpisodeReader episode(int index) throws IOException;

    @Override
    void close() throws IOException;
}
