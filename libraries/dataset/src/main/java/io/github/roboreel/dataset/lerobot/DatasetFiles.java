package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files of a dataset, none of which is outside its folder. For any thread. */
final class DatasetFiles {
    /** No table of contents in JSON is nearly as large. */
    private static final long MAX_JSON_BYTES = 32L << 20;

    private static final int MAX_FILES = 1_000_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;

    DatasetFiles(Path dataset) throws IOException {
        if (!Files.isDirectory(dataset)) {
            throw new ExportRefusedException(
                    "%s is no folder; name the folder of a LeRobot dataset, which holds meta/info.json", dataset);
        }
        folder = dataset.toRealPath();
    }

    /** Where the dataset is, without symbolic links. */
    Path folder() {
        return folder;
    }

    boolean has(String relative) {
        return Files.exists(folder.resolve(relative));
    }

    /**
     * A file of the dataset.
     *
     * @param relative as the dataset names it
     * @throws ExportRefusedException when it is missing, is no file, or is outside the folder
     */
    Path file(String relative) throws IOException {
        Path file;
        try {
            file = folder.resolve(relative).normalize();
        } catch (InvalidPathException e) {
            throw new ExportRefusedException("the dataset names a file that none can be called: %s", e.getReason());
        }
        boolean isNamedInside = file.startsWith(folder) && !Path.of(relative).isAbsolute();
        if (isNamedInside && !Files.isRegularFile(file)) {
            throw new ExportRefusedException("%s is missing; complete the dataset", file);
        }
        if (!isNamedInside || !file.toRealPath().startsWith(folder)) {
            throw new ExportRefusedException(
                    "'%s' is outside the dataset's folder %s, and nothing there is read; "
                            + "copy the dataset with the files that its links lead to",
                    relative, folder);
        }
        return file.toRealPath();
    }

    /** Parquet files two levels below a folder of the dataset, as the library orders them: by their paths as text. */
    List<Path> tables(String below) throws IOException {
        Path top = folder.resolve(below);
        List<Path> tables = new ArrayList<>();
        if (Files.isDirectory(top)) {
            try (Stream<Path> all =
                    Files.find(top, 2, (path, is) -> path.toString().endsWith(".parquet") && path.getNameCount() > 1)) {
                all.limit(MAX_FILES)
                        .filter(path -> path.getNameCount() == top.getNameCount() + 2)
                        .sorted(Comparator.comparing(Path::toString))
                        .forEach(tables::add);
            }
        }
        List<Path> checked = new ArrayList<>();
        for (Path table : tables) {
            checked.add(file(folder.relativize(table).toString()));
        }
        return checked;
    }

    /**
     * A file of JSON.
     *
     * @throws ExportRefusedException when it is none, or far too large for what it should be
     */
    JsonNode json(String relative) throws IOException {
        Path file = file(relative);
        return json(file.toString(), bytes(file));
    }

    /** The lines of a file of JSON objects, one a line. */
    List<JsonNode> jsonLines(String relative) throws IOException {
        Path file = file(relative);
        List<JsonNode> lines = new ArrayList<>();
        for (String line : new String(bytes(file), StandardCharsets.UTF_8).split("\n")) {
            if (!line.isBlank()) {
                lines.add(json(file + ", line " + (lines.size() + 1), line.getBytes(StandardCharsets.UTF_8)));
            }
        }
        return lines;
    }

    private static byte[] bytes(Path file) throws IOException {
        long size = Files.size(file);
        if (size > MAX_JSON_BYTES) {
            throw new ExportRefusedException(
                    "%s has %s bytes, and no more than %s are read of such a file", file, size, MAX_JSON_BYTES);
        }
        return Files.readAllBytes(file);
    }

    private static JsonNode json(String where, byte[] bytes) {
        try {
            JsonNode node = JSON.readTree(bytes);
            if (node != null && node.isObject()) {
                return node;
            }
        } catch (IOException e) {
            throw new ExportRefusedException("%s is no JSON; repair the dataset", where);
        }
        throw new ExportRefusedException("%s holds no JSON object; repair the dataset", where);
    }
}
