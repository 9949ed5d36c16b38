package io.github.roboreel.tools.merge;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.roboreel.format.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The plan of a merge under way, in its target; there as long as the merge is not finished. */
final class MergeJournal {
    static final String NAME = "merge.journal.json";

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path file;

    MergeJournal(Path target) {
        file = target.resolve(NAME);
    }

    Path file() {
        return file;
    }

    Optional<MergePlan> read() throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(file.toFile(), MergePlan.class));
        } catch (IOException e) {
            throw new IOException(
                    file
                            + " is no journal of a merge ("
                            + e.getMessage()
                            + "); see by hand what was moved, then delete it",
                    e);
        }
    }

    void write(MergePlan plan) throws IOException {
        WholeFile.write(file, JSON.writeValueAsBytes(plan));
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }
}
