package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Result lines as a folder has them. */
final class Lines {
    private Lines() {}

    /** One line of an env, with these fields beside its name. */
    static Optional<EpisodeRecord> of(Path folder, String fields) throws IOException {
        Files.writeString(
                folder.resolve("episode_results.jsonl"), "{\"env_name\": \"Lift\", \"episode\": 0, " + fields + "}\n");
        return Optional.of(ResultFolder.open(folder).episodes().get(0));
    }
}
