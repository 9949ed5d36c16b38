package io.github.roboreel.tools.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes result lines of a folder. */
final class Lines {
    private final List<String> lines = new ArrayList<>();

    /** An episode; {@code fields} are JSON members to add, or empty. */
    Lines add(String envName, int episode, String success, String fields) {
        String more = fields.isEmpty() ? "" : ", " + fields;
        lines.add("{\"env_name\": \""
                + envName
                + "\", \"episode\": "
                + episode
                + ", \"success\": "
                + success
                + more
                + "}");
        return this;
    }

    Path writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve("episode_results.jsonl"), lines);
        return folder;
    }
}
