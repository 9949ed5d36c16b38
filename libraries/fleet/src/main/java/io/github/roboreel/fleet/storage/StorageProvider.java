package io.github.roboreel.fleet.storage;

import java.io.IOException;
import java.util.Map;

/** Opens one kind of storage. Found by {@link java.util.ServiceLoader}. */
public interface StorageProvider {
    /** Whether places of that scheme are its own, for example {@code s3a}. */
    boolean serves(String scheme);

    /**
     * Opens the storage that holds a place.
     *
     * @param settings of users, by name, for example {@code fs.s3a.endpoint}; credentials come from the machine
     * @throws IOException in one sentence, when it cannot be reached or the scheme is not known to it
     */
    Storage open(Location place, Map<String, String> settings) throws IOException;
}
