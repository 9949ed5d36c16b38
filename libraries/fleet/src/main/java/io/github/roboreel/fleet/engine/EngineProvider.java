package io.github.roboreel.fleet.engine;

import java.io.IOException;
import java.util.Map;

/** Opens one kind of engine. Found by {@link java.util.ServiceLoader}. */
public interface EngineProvider {
    /**
     * Opens it.
     *
     * @param master where it runs, as users write it: {@code local[2]}, {@code spark://host:port}, {@code yarn}, ...
     * @param settings of users, by name
     * @return to be closed by the caller
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when there is no such master
     * @throws IOException in one sentence, when it cannot be reached
     */
    Engine open(String master, Map<String, String> settings) throws IOException;
}
