package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** JSON files that people read, too. */
final class JsonFiles {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonFiles() {}

    /**
     * Reads a file.
     *
     * @throws IOException when it is no JSON object
     */
    static ObjectNode read(Path file) throws IOException {
        try {
            if (MAPPER.readTree(file.toFile()) instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            throw new IOException(damaged(file), e);
        }
        throw new IOException(damaged(file));
    }

    private static String damaged(Path file) {
        return file + " is damaged: it is no JSON object; restore it from a copy";
    }

    /** Writes a new file; its line ends are those of every system. */
    static void write(Path file, JsonNode content) throws IOException {
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(lines);
        printer.indentArraysWith(lines);
        Files.writeString(file, MAPPER.writer(printer).writeValueAsString(content) + "\n");
    }
}
