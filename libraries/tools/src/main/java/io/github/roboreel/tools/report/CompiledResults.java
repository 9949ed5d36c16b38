package io.github.roboreel.tools.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.NewFileWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The results of several folders in one list: each episode of a folder once, the first line of it, all fields kept,
 * {@code data_dir} added. Numbers that are not finite become null. Immutable.
 */
public final class CompiledResults {
    /** File format of compiled results. */
    public enum Format {
        /** An object per line. */
        JSONL,
        /** One array, an object per line in it. */
        JSON,
        /** A line of values per episode. */
        CSV;

        /**
         * By the file's extension.
         *
         * @throws IllegalArgumentException in one sentence, when it is none of the three
         */
        public static Format of(Path file) {
            String name = file.toString().toLowerCase(Locale.ROOT);
            return Arrays.stream(values())
                    .filter(format -> name.endsWith("." + format.name().toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            file + " has none of the extensions .jsonl, .json and .csv; give it one of them"));
        }
    }

    private final List<ObjectNode> lines;
    private final int repeated;

    private CompiledResults(List<ObjectNode> lines, int repeated) {
        this.lines = lines;
        this.repeated = repeated;
    }

    /** Of folders in the order given. An episode without a number is never taken for repeated. */
    public static CompiledResults of(Sources sources) {
        List<ObjectNode> lines = new ArrayList<>();
        int repeated = 0;
        for (ResultFolder folder : sources.folders()) {
            Set<List<Object>> seen = new HashSet<>();
            for (EpisodeRecord line : folder.episodes()) {
                boolean isFirst = line.episode().isEmpty()
                        || seen.add(List.of(line.envName(), line.episode().getAsInt()));
                if (isFirst) {
                    lines.add(compiled(folder, line));
                } else {
                    repeated++;
                }
            }
        }
        return new CompiledResults(lines, repeated);
    }

    private static ObjectNode compiled(ResultFolder folder, EpisodeRecord line) {
        ObjectNode json = line.json();
        withoutNonFinite(json);
        Path source = folder.path().toAbsolutePath().normalize();
        json.put("data_dir", source + "/" + line.envName());
        return json;
    }

    private static void withoutNonFinite(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().stream()
                    .filter(e -> isNonFinite(e.getValue()))
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(object::putNull);
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                if (isNonFinite(array.get(i))) {
                    array.setNull(i);
                }
            }
        }
        node.forEach(CompiledResults::withoutNonFinite);
    }

    private static boolean isNonFinite(JsonNode node) {
        return node.isFloatingPointNumber() && !Double.isFinite(node.doubleValue());
    }

    /** Episodes in the list. */
    public int size() {
        return lines.size();
    }

    /** Lines left away because their episode was there already. */
    public int repeated() {
        return repeated;
    }

    /**
     * Writes a new file, whole or not at all.
     *
     * @throws IOException in one sentence, when it cannot be written
     * @throws java.nio.file.FileAlreadyExistsException when there is one; it stays as it is
     */
    public void write(Path file, Format format) throws IOException {
        switch (format) {
            case JSONL -> NewFileWriter.write(file, this::writeLines);
            case JSON -> NewFileWriter.write(file, this::writeArray);
            case CSV -> NewFileWriter.write(file, out -> out.write(csv()));
        }
    }

    private void writeLines(Writer out) throws IOException {
        for (ObjectNode line : lines) {
            out.write(FormatJson.ascii(line));
            out.write('\n');
        }
    }

    private void writeArray(Writer out) throws IOException {
        String separator = "[\n";
        for (ObjectNode line : lines) {
            out.write(separator);
            out.write(FormatJson.ascii(line));
            separator = ",\n";
        }
        out.write(lines.isEmpty() ? "[]\n" : "\n]\n");
    }

    /** A column per field; those of nested objects as {@code metrics.ee_sparc}. */
    private String csv() {
        List<Map<String, String>> rows = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>();
        for (ObjectNode line : lines) {
            Map<String, String> row = new LinkedHashMap<>();
            flatten("", line, row);
            rows.add(row);
            columns.addAll(row.keySet());
        }
        StringBuilder text = new StringBuilder(Csv.line(List.copyOf(columns)));
        for (Map<String, String> row : rows) {
            text.append(
                    Csv.line(columns.stream().map(c -> row.getOrDefault(c, "")).toList()));
        }
        return text.toString();
    }

    private static void flatten(String prefix, JsonNode object, Map<String, String> row) {
        object.properties().forEach(field -> {
            String name = prefix + field.getKey();
            if (field.getValue().isObject()) {
                flatten(name + ".", field.getValue(), row);
            } else {
                row.put(name, csvValue(field.getValue()));
            }
        });
    }

    private static String csvValue(JsonNode value) {
        return value.isArray() ? FormatJson.ascii(value) : value.asText("");
    }
}
