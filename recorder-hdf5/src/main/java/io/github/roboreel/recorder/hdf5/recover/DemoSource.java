package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * What is left of one demo. Groups are the layout's step groups and, behind those, the images with a frame as chunk and
 * its colour planes as columns. For one thread.
 */
interface DemoSource {
    /**
     * One chunk of each column of a group.
     *
     * @param rows steps that it holds
     * @param columns bytes of each column
     */
    record Chunk(int rows, List<byte[]> columns) {
        /** No steps. */
        static final Chunk NONE = new Chunk(0, List.of());
    }

    int number();

    /** The simulator's env; -1 when nothing readable says it. */
    int simEnv();

    /** What the episode is where its begin said it; empty where it is what the run says. */
    Optional<EpisodeInfo> ownInfo();

    /** How the episode stands. */
    DemoEnd end();

    /** Behind the last step that a group has had, whether it is whole or not any more. */
    long endOfRows(int group) throws IOException;

    /** The row of INITIAL fields as in a bank of its group, direct; empty when it is lost. */
    Optional<ByteBuffer> initialRow() throws IOException;

    /** The row of FINAL fields, likewise; empty when there is none. */
    Optional<ByteBuffer> finalRow() throws IOException;

    /** A finished chunk, as it was stored; empty when it is not whole. */
    Optional<Chunk> stored(int group, long chunk) throws IOException;

    /**
     * The plain values of the first rows of a chunk that are whole, of a step group; each column has a chunk's size.
     */
    Chunk staged(int group, long chunk) throws IOException;

    /** Events that are staged, as in {@link DemoRecovery#events}. */
    List<String> events() throws IOException;

    /** How many more the episode had when it ended. */
    long eventsLost();
}
