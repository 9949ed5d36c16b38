package io.github.roboreel.dataset.imports;

import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;

/** A dataset of others, open to be read. For one thread. */
interface ForeignDataset extends AutoCloseable {
    /** Number of episodes. */
    int episodes() throws IOException;

    /**
     * One of them; asked for twice, it is the same.
     *
     * @param notes is told what is left out or assumed
     * @throws io.github.roboreel.dataset.ExportRefusedException when it cannot be recorded
     */
    ForeignEpisode episode(int index, ImportNotes notes) throws IOException;

    /**
     * Compares what the dataset says of all episodes with what they are.
     *
     * @param steps of all of them
     * @param notes is told what else is in the dataset
     * @throws io.github.roboreel.dataset.ExportRefusedException when it says another number
     */
    void compare(long steps, ImportNotes notes) throws IOException;

    /** The file that the arrays are in. */
    ArrayFileReader file();

    @Override
    void close() throws IOException;
}
