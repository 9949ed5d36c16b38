package io.github.roboreel.fleet.storage;

import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;

/** The storages that a process uses, each opened once. For any thread. */
public final class Storages {
    private final Map<String, String> settings;
    private final Map<String, Storage> open = new HashMap<>();

    /**
     * Opens nothing yet.
     *
     * @param settings for the providers, as {@link StorageProvider#open} takes them
     */
    public Storages(Map<String, String> settings) {
        this.settings = Map.copyOf(settings);
    }

    /**
     * The storage of a place.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when no provider on the class path serves its scheme
     * @throws IOException as of {@link StorageProvider#open}
     */
    public synchronized Storage of(Location place) throws IOException {
        String root = place.isPath() ? "" : place.text().replaceFirst("(?<=://[^/]{0,255})/.*$", "");
        Storage known = open.get(root);
        if (known == null) {
            known = place.isPath() ? new LocalStorage() : provider(place).open(place, settings);
            open.put(root, known);
        }
        return known;
    }

    private static StorageProvider provider(Location place) {
        for (StorageProvider provider : ServiceLoader.load(StorageProvider.class)) {
            if (provider.serves(place.scheme())) {
                return provider;
            }
        }
        throw RoboReelException.badArgument(
                "%s lies in a store of kind '%s', for which nothing is installed; ./roboreel of a checkout fetches the"
                        + " libraries of stores, elsewhere add io.github.roboreel:fleet-hadoop to the class path",
                place, place.scheme());
    }
}
