package io.github.roboreel.tools.merge;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.tools.folder.ResultLines;
import io.github.roboreel.tools.folder.StoredLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result lines of a folder as bytes that can be appended to another's.
 *
 * @param bytes whole lines, byte for byte as they stood where the file has lines
 * @param lines how many
 * @param unreadable lines that are no results and are not among the bytes
 * @param doubtful lines among the bytes that readers leave out: they are not UTF-8, or too long
 * @param envNames the env of each line that can be read
 */
record SourceLines(byte[] bytes, int lines, int unreadable, int doubtful, List<String> envNames) {
    /** Of an array of results; each may take a hundred bytes of memory. */
    private static final long MOST_TOKENS = 10_000_000;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxTokenCount(MOST_TOKENS)
                            .build())
                    .build())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static SourceLines none() {
        return new SourceLines(new byte[0], 0, 0, 0, List.of());
    }

    static JsonNode json(byte[] bytes) throws IOException {
        return JSON.readTree(bytes);
    }

    /** A text as JSON has it. */
    static String text(String value) throws IOException {
        return JSON.writeValueAsString(value);
    }

    /**
     * The same lines with other numbers of runs and episodes in those of some envs.
     *
     * @throws IOException when a line of such an env cannot be read
     */
    SourceLines renumbered(List<Renumbering> renumberings) throws IOException {
        if (renumberings.isEmpty()) {
            return this;
        }
        Map<String, Renumbering> byEnv =
                renumberings.stream().collect(Collectors.toMap(Renumbering::env, numbers -> numbers));
        ByteArrayOutputStream result = new ByteArrayOutputStream(bytes.length + bytes.length / 8);
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                result.writeBytes(renumbered(Arrays.copyOfRange(bytes, start, i), byEnv));
                result.write('\n');
                start = i + 1;
            }
        }
        return new SourceLines(result.toByteArray(), lines, unreadable, doubtful, envNames);
    }

    private static byte[] renumbered(byte[] line, Map<String, Renumbering> byEnv) throws IOException {
        JsonNode read = json(line);
        Renumbering numbers = byEnv.get(read.path("env_name").asText(""));
        return numbers == null ? line : RenumberedJson.ofLine(line, read, numbers);
    }

    /** Reads {@code episode_results.jsonl} or the older array. */
    static SourceLines read(Path file) throws IOException {
        return file.toString().endsWith(RunFolder.JSON_LINES_SUFFIX) ? ofLines(file) : ofArray(file);
    }

    private static SourceLines ofLines(Path file) throws IOException {
        List<String> envNames = new ArrayList<>();
        int unreadable = 0;
        int doubtful = 0;
        for (StoredLine line : ResultLines.of(file)) {
            line.envName().ifPresent(envNames::add);
            unreadable += line.isKept() ? 0 : 1;
            doubtful += line.isKept() && line.episode().isEmpty() ? 1 : 0;
        }
        byte[] kept = ResultLines.kept(file);
        return new SourceLines(kept, envNames.size() + doubtful, unreadable, doubtful, envNames);
    }

    private static SourceLines ofArray(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<String> envNames = new ArrayList<>();
        int unreadable = 0;
        for (JsonNode element : JSON.readTree(file.toFile())) {
            if (StoredLine.isEpisode(element)) {
                bytes.write(JSON.writeValueAsBytes(element));
                bytes.write('\n');
                envNames.add(element.path("env_name").textValue());
            } else {
                unreadable++;
            }
        }
        return new SourceLines(bytes.toByteArray(), envNames.size(), unreadable, 0, envNames);
    }
}
