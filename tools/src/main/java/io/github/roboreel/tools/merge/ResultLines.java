package io.github.roboreel.tools.merge;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The result lines of a folder as bytes that can be appended to another's.
 *
 * @param bytes whole lines, byte for byte as they stood where the file has lines
 * @param lines how many
 * @param unreadable lines that are no results
 * @param envNames the env of each line
 */
record ResultLines(byte[] bytes, int lines, int unreadable, List<String> envNames) {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    /** Reads {@code episode_results.jsonl} or the older array. */
    static ResultLines read(Path file) throws IOException {
        List<byte[]> lines = new ArrayList<>();
        List<String> envNames = new ArrayList<>();
        int unreadable = 0;
        for (byte[] line : file.toString().endsWith(".jsonl") ? split(file) : elements(file)) {
            String env = envName(line);
            if (env != null) {
                lines.add(line);
                envNames.add(env);
            } else if (!new String(line, StandardCharsets.UTF_8).isBlank()) {
                unreadable++;
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            bytes.write(line);
            bytes.write('\n');
        }
        return new ResultLines(bytes.toByteArray(), lines.size(), unreadable, envNames);
    }

    private static List<byte[]> split(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        List<byte[]> lines = new ArrayList<>();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (byte b : all) {
            if (b == '\n') {
                lines.add(line.toByteArray());
                line.reset();
            } else {
                line.write(b);
            }
        }
        lines.add(line.toByteArray());
        return lines;
    }

    private static List<byte[]> elements(Path file) throws IOException {
        JsonNode array = JSON.readTree(file.toFile());
        List<byte[]> elements = new ArrayList<>();
        for (JsonNode element : array) {
            elements.add(JSON.writeValueAsBytes(element));
        }
        return elements;
    }

    private static String envName(byte[] line) {
        try {
            return JSON.readTree(line).path("env_name").textValue();
        } catch (IOException e) {
            return null;
        }
    }
}
