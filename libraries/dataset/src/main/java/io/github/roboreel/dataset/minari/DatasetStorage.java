package io.github.roboreel.dataset.minari;

import io.github.roboreel.format.fault.IoConsumer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** How the arrays of a dataset are stored. */
interface DatasetStorage {
    /** Name of Minari's files of metadata. */
    String METADATA = "metadata.json";

    /** Attribute of an episode: its number, Long. */
    String ID = "id";

    /** Attribute of an episode: number of its actions, Long. */
    String TOTAL_STEPS = "total_steps";

    /**
     * How much is in a dataset.
     *
     * @param episodes number of episodes
     * @param steps actions of all of them
     */
    record Totals(long episodes, long steps) {
        /** Of an empty dataset. */
        static final Totals NOTHING = new Totals(0, 0);

        /** With one more episode. */
        Totals plus(long moreSteps) {
            return new Totals(episodes + 1, steps + moreSteps);
        }
    }

    /** Takes the arrays of an episode one after the other, each in blocks of rows. */
    interface ArraySink {
        /**
         * An array begins.
         *
         * @throws IOException when it cannot be taken
         */
        void begin(MinariArray array, long rows) throws IOException;

        /**
         * Its next rows.
         *
         * @param rows little-endian, row-major; pixels for a picture
         * @param count how many
         */
        void rows(byte[] rows, int count) throws IOException;
    }

    /** Stores episodes of a dataset, numbered on from what is there. Complete when closed. */
    interface Writer extends AutoCloseable {
        /**
         * Stores one.
         *
         * @param attributes with its number and its steps
         */
        void write(Map<String, Object> attributes, IoConsumer<ArraySink> arrays) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Reads episodes back, knowing nothing of where they came from. */
    interface Reader extends AutoCloseable {
        /**
         * Requires that exactly the episodes of these numbers are there, and nothing else.
         *
         * @throws IOException naming what is missing or too much
         */
        void requireExactly(long from, long to) throws IOException;

        /** What is noted with an episode; names as they were given. */
        Map<String, Object> attributes(long number) throws IOException;

        /** All arrays of an episode, in any order. */
        void arrays(long number, ArraySink sink) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** As Minari names it. */
    String label();

    /** Starts in a folder that is there and empty. */
    Writer create(Path data) throws IOException;

    /**
     * Adds to a dataset without touching it.
     *
     * @param data the dataset's {@code data}
     * @param work a folder that is there and empty
     */
    Writer extend(Path data, Path work, Totals totals) throws IOException;

    /** Whether the work folder of an extended dataset holds the old episodes, too. */
    boolean copiesOldEpisodes();

    /**
     * Moves what was added into the dataset, or what is left of it when a move was broken off. A reader that opens the
     * dataset meanwhile, with the old metadata, sees the old episodes.
     */
    void publish(Path work, Path data) throws IOException;

    /**
     * Opens what is in a folder.
     *
     * @param arrays what observations and actions should be, by path
     */
    Reader open(Path data, Map<String, MinariArray> arrays) throws IOException;
}
