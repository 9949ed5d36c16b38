package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A demo of an open run file.
 *
 * @param file the run file
 * @param number the number in its name: the env, or the episode in a legacy file
 * @param demosPerRun demos that a run file has places for
 * @param isLive whether it is being recorded
 * @param runAttributes attributes of {@code data} in its file
 * @param reader reads it; only while it is visited
 */
public record StoredDemo(
        RunFile file,
        int number,
        int demosPerRun,
        boolean isLive,
        Map<String, Object> runAttributes,
        EpisodeReader reader) {
    /** Number of the demo in its run, that of the env unless episodes are continuous; not in a legacy file. */
    public OptionalInt envId() {
        return file.isLegacy() ? OptionalInt.empty() : OptionalInt.of(number);
    }

    /** Number of the episode: {@code run * demosPerRun + env_id}, in a legacy file its own. */
    public int episode() {
        return file.isLegacy() ? number : file.run().getAsInt() * demosPerRun + number;
    }

    /** An attribute of {@code data} that is a JSON list of texts; empty when there is none. */
    public Optional<List<String>> runTexts(String attribute) {
        try {
            return runAttributes.get(attribute) instanceof String json
                    ? Optional.of(LenientJson.texts(LenientJson.parse(json).json()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Its path in the file. */
    public String path() {
        return DemoPaths.inData(reader.name());
    }
}
