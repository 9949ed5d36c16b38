package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Minari dataset of Arrow files, with the groups, arrays and attributes that it would have in HDF5: what stands in
 * {@code 3/part-0.arrow} and {@code 3/metadata.json} is the group {@code episode_3}. The last files stay open. For one
 * thread.
 */
final class ArrowDataset implements ArrayFileReader {
    private static final int FILES_OPEN = 16;
    private static final long MAX_JSON_BYTES = 1 << 24;
    private static final Pattern PATH = Pattern.compile("episode_(\\d{1,9})(?:/(.*))?", Pattern.DOTALL);
    private static final JsonMapper JSON = JsonMapper.builder(new JsonFactory())
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private final Path data;
    private final NavigableMap<String, MinariArray> declared;
    private final Map<String, ArrowTable> open = new LinkedHashMap<>(FILES_OPEN, 0.75f, true);

    /**
     * In a folder.
     *
     * @param data the dataset's {@code data}
     * @param declared what observations and actions should be, by path
     */
    ArrowDataset(Path data, Map<String, MinariArray> declared) {
        this.data = data;
        this.declared = new TreeMap<>(declared);
    }

    /** Whether a folder looks like the {@code data} of one. */
    static boolean isIn(Path data) {
        return Files.isRegularFile(data.resolve(DatasetStorage.METADATA))
                && Files.isRegularFile(data.resolve("0").resolve(ArrowStore.FILE));
    }

    /**
     * A path in an episode.
     *
     * @param number of the episode, as its folder is called
     * @param below the path there; empty for the episode itself
     */
    private record Place(String number, String below) {
        static Place of(String path) {
            Matcher found = PATH.matcher(path);
            return found.matches()
                    ? new Place(found.group(1), found.group(2) == null ? "" : found.group(2))
                    : new Place("", path);
        }
    }

    @Override
    public Kind kind(String path) throws IOException {
        Place place = Place.of(path);
        if (place.number().isEmpty()) {
            return path.isEmpty() ? Kind.GROUP : Kind.NOTHING;
        }
        if (!Files.isDirectory(folder(place))) {
            return Kind.NOTHING;
        }
        if (place.below().isEmpty()) {
            return Kind.GROUP;
        }
        NavigableMap<String, ArrowColumn> columns = table(place).columns();
        ArrowColumn column = columns.get(place.below());
        if (column != null) {
            return column.kind();
        }
        String next = columns.higherKey(place.below() + "/");
        return next != null && next.startsWith(place.below() + "/") ? Kind.GROUP : Kind.NOTHING;
    }

    private Path folder(Place place) {
        return data.resolve(place.number());
    }

    private ArrowTable table(Place place) throws IOException {
        ArrowTable known = open.get(place.number());
        if (known != null && known.isOpen()) {
            return known;
        }
        Path file = folder(place).resolve(ArrowStore.FILE);
        if (!Files.isRegularFile(file)) {
            throw new ExportRefusedException(
                    "there is no %s, which holds the arrays of an episode; repair the dataset", file);
        }
        ArrowTable table = ArrowTable.open(file, declared);
        open.put(place.number(), table);
        if (open.size() > FILES_OPEN) {
            open.remove(open.keySet().iterator().next()).close();
        }
        return table;
    }

    @Override
    public List<String> members(String group) throws IOException {
        if (group.isEmpty()) {
            return episodes();
        }
        Place place = Place.of(group);
        String before = place.below().isEmpty() ? "" : place.below() + "/";
        SortedSet<String> members = new TreeSet<>();
        for (String path : table(place).columns().tailMap(before).keySet()) {
            if (!path.startsWith(before)) {
                break;
            }
            members.add(path.substring(before.length()).split("/", 2)[0]);
        }
        return List.copyOf(members);
    }

    /** What is no episode has its own name. */
    private List<String> episodes() throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> !name.equals(DatasetStorage.METADATA))
                    .map(name -> name.matches("\\d{1,9}") ? "episode_" + name : name)
                    .sorted(Comparator.comparingInt(String::length).thenComparing(name -> name))
                    .toList();
        }
    }

    @Override
    public Map<String, Object> attributes(String path) throws IOException {
        Map<String, Object> attributes = new LinkedHashMap<>();
        noted(path)
                .forEach((name, value) -> FormatJson.attribute(value).ifPresent(known -> attributes.put(name, known)));
        return attributes;
    }

    @Override
    public List<String> otherAttributes(String path) throws IOException {
        List<String> others = new ArrayList<>(noted(path).keySet());
        others.removeAll(attributes(path).keySet());
        return others.stream().sorted().toList();
    }

    /** What is noted with an episode; an object in an object has the names of both, as Minari gives them in HDF5. */
    private Map<String, JsonNode> noted(String path) throws IOException {
        Place place = Place.of(path);
        Map<String, JsonNode> noted = new LinkedHashMap<>();
        Path file = folder(place).resolve(DatasetStorage.METADATA);
        if (place.number().isEmpty() || !place.below().isEmpty() || !Files.isRegularFile(file)) {
            return noted;
        }
        if (Files.size(file) > MAX_JSON_BYTES) {
            throw new ExportRefusedException(
                    "%s has %s bytes, but at most %s are read; repair the dataset",
                    file, Files.size(file), MAX_JSON_BYTES);
        }
        try {
            addNoted("", JSON.readTree(file.toFile()), noted);
        } catch (JsonProcessingException e) {
            throw ExportRefusedException.noJson(file, e);
        }
        return noted;
    }

    private static void addNoted(String before, JsonNode object, Map<String, JsonNode> noted) {
        object.properties().forEach(member -> {
            JsonNode value = member.getValue();
            if (value.isObject()) {
                addNoted(before + member.getKey() + "/", value, noted);
            } else if (!value.isNull()) {
                noted.put(before + member.getKey(), value);
            }
        });
    }

    @Override
    public DatasetInfo info(String path) throws IOException {
        Place place = Place.of(path);
        ArrowColumn column =
                place.number().isEmpty() ? null : table(place).columns().get(place.below());
        if (column == null) {
            throw new IOException("'" + path + "' is no array");
        }
        return column.info();
    }

    @Override
    public byte[] readBytes(String path, long from, long to) throws IOException {
        Place place = Place.of(path);
        return table(place).numbers(place.below(), from, to);
    }

    @Override
    public List<byte[]> readBlobs(String path, long from, long to) throws IOException {
        Place place = Place.of(path);
        return table(place).strings(place.below(), from, to);
    }

    @Override
    public List<String> readTexts(String path) throws IOException {
        Place place = Place.of(path);
        return table(place).texts(place.below());
    }

    @Override
    public void close() throws IOException {
        for (ArrowTable table : open.values()) {
            table.close();
        }
        open.clear();
    }
}
