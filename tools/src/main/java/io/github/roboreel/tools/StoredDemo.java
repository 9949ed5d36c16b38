package io.github.roboreel.tools;

import io.github.roboreel.recorder.spi.EpisodeReader;
import java.util.OptionalInt;

/**
 * A demo of an open run file.
 *
 * @param file the run file
 * @param number the number in its name: the env, or the episode in a legacy file
 * @param numEnvs environments per run
 * @param isLive whether it is being recorded
 * @param reader reads it; only while it is visited
 */
public record StoredDemo(
        RunFile file, int number, int numEnvs, boolean isLive, EpisodeReader reader) {
    /** Index of the environment; not in a legacy file. */
    public OptionalInt envId() {
        return file.isLegacy() ? OptionalInt.empty() : OptionalInt.of(number);
    }

    /** Number of the episode: {@code run * num_envs + env_id}, in a legacy file its own. */
    public int episode() {
        return file.isLegacy() ? number : file.run().getAsInt() * numEnvs + number;
    }

    /** Its path in the file. */
    public String path() {
        return "data/" + reader.name();
    }
}
