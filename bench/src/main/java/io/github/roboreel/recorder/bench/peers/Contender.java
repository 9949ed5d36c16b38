package io.github.roboreel.recorder.bench.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** One way to do what is compared. */
interface Contender {
    /** Short and unique in its comparison, for example {@code h5py gzip}. */
    String name();

    /**
     * Measures it once.
     *
     * @param folder empty; emptied again by the caller
     * @return figures by name, for example {@code env_steps_per_s}
     */
    Map<String, Double> run(Path folder) throws IOException, InterruptedException;

    /** Whether a first run, which does not count, makes it faster. */
    default boolean warmsUp() {
        return false;
    }

    /** Why it cannot be measured here, in one sentence; empty when it can. */
    default String whyMissing() {
        return "";
    }
}
