package io.github.roboreel.tools.rebuild;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.tools.folder.ResultLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes a results file with more lines; what is readable in the old one stays byte for byte. */
final class ResultsWriter {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .build();

    private final Path file;

    ResultsWriter(Path file) {
        this.file = file;
    }

    /**
     * Replaces the file.
     *
     * @param kept the results that can be read in the old one
     * @return the path of the old one, which is kept as a whole
     */
    Optional<Path> write(List<ObjectNode> kept, List<ObjectNode> added) throws IOException {
        byte[] content = isArray() ? array(kept, added) : linesWith(added);
        return WholeFile.replace(file, content);
    }

    private boolean isArray() {
        return file.endsWith(RunFolder.LEGACY_RESULTS);
    }

    private byte[] linesWith(List<ObjectNode> added) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        if (Files.exists(file)) {
            content.write(ResultLines.kept(file));
        }
        for (ObjectNode line : added) {
            content.write(JSON.writeValueAsBytes(line));
            content.write('\n');
        }
        return content.toByteArray();
    }

    private static byte[] array(List<ObjectNode> kept, List<ObjectNode> added) throws IOException {
        return JSON.writeValueAsBytes(JSON.createArrayNode().addAll(kept).addAll(added));
    }
}
