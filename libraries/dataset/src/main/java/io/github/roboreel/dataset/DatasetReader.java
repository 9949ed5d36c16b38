package io.github.roboreel.dataset;

import io.github.roboreel.recordings.spi.ValueBounds;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** A dataset, open to be read: its episodes in order. For one thread. */
public interface DatasetReader extends AutoCloseable {
    /** Number of episodes. */
    int episodes() throws IOException;

    /**
     * Looks at all episodes for what an import gives the same form in each, such as the room that texts take. Without
     * it, each has the form that follows from itself.
     *
     * @throws IOException when one cannot be read
     */
    default void prepare() throws IOException {}

    /** How the same dataset is opened again, prepared as this one is; empty where that is not known faster. */
    default Optional<Importer.Opening> reopening() {
        return Optional.empty();
    }

    /**
     * One of them as it is going to be recorded; asked for twice, it is the same.
     *
     * @param notes receives what is left out or assumed
     * @throws ExportRefusedException when it cannot be recorded
     */
    FoundEpisode episode(int index, ImportNotes notes) throws IOException;

    /**
     * What the dataset declares of the values of fields, by their path; asked for after all episodes were. Empty where
     * it declares nothing.
     */
    default Map<String, ValueBounds> bounds() {
        return Map.of();
    }

    /**
     * Text of {@code env_cfg.json} for an episode's environment; asked for after all episodes were.
     *
     * @throws IOException when what the episode says is no JSON object
     */
    default String envConfig(FoundEpisode episode) throws IOException {
        return episode.envConfig();
    }

    /**
     * Compares what the dataset says of all episodes with what they are.
     *
     * @param steps of all of them
     * @param notes receives what else is in the dataset
     * @throws ExportRefusedException when it says another number
     */
    void compare(long steps, ImportNotes notes) throws IOException;

    @Override
    void close() throws IOException;
}
