package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The JSON files of a dataset, which any tool may have written. */
final class JsonText {
    private static final long MAX_BYTES = 16L << 20;
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .build();

    private JsonText() {}

    /**
     * Reads a file.
     *
     * @throws ExportRefusedException when it is no JSON object, holds a name twice or is too large
     */
    static ObjectNode read(Path file) throws IOException {
        long bytes = Files.size(file);
        if (bytes > MAX_BYTES) {
            throw new ExportRefusedException(
                    "%s has %s bytes, but at most %s are read; repair the dataset", file, bytes, MAX_BYTES);
        }
        try {
            JsonNode content = JSON.readTree(file.toFile());
            if (content instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            throw ExportRefusedException.noJson(file, e);
        }
        throw new ExportRefusedException(file + " holds no JSON object; repair the dataset");
    }
}
