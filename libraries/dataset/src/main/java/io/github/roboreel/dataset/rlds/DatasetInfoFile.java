package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code dataset_info.json}: which record files there are, and how many episodes are in each. What else is in one that
 * was read, such as a citation added by a user, is kept. Immutable.
 */
final class DatasetInfoFile {
    /** Names with the number of files: nothing can be added. */
    static final String CLOSED = "{DATASET}-{SPLIT}.{FILEFORMAT}-{SHARD_X_OF_Y}";

    /** Names without it: files can be added. */
    static final String OPEN = "{DATASET}-{SPLIT}.{FILEFORMAT}-{SHARD_INDEX}";

    /** The split of exports that are not divided. */
    static final String TRAIN = "train";

    private static final String FILE = "dataset_info.json";
    private static final String SPLITS = "splits";
    private static final String FORMAT = "tfrecord";
    private static final String LENGTHS = "shardLengths";
    private static final String BYTES = "numBytes";
    private static final int DIGITS = 5;

    private final ObjectNode json;

    private DatasetInfoFile(ObjectNode json) {
        this.json = json;
    }

    /**
     * Of a new dataset with these splits, without record files.
     *
     * @param about what the dataset says of itself
     * @param description what the exporter says of the episodes
     */
    static DatasetInfoFile of(RldsOptions options, RldsAbout about, String description, Collection<String> splits) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        options.config().ifPresent(c -> json.put("configName", c));
        about.into(json, description);
        json.put("fileFormat", FORMAT).put("name", options.name());
        json.putObject("releaseNotes").put(options.version(), "Initial release.");
        ArrayNode all = json.putArray(SPLITS);
        for (String name : splits) {
            ObjectNode split = all.addObject();
            split.put("filepathTemplate", options.append() ? OPEN : CLOSED).put("name", name);
            split.put(BYTES, "0").putArray(LENGTHS);
        }
        return new DatasetInfoFile(json.put("version", options.version()));
    }

    /**
     * Reads one.
     *
     * @throws IOException when it is no JSON
     * @throws ExportRefusedException when it is not one of ours
     */
    static DatasetInfoFile read(Path folder) throws IOException {
        ObjectNode json = JsonFiles.read(in(folder));
        JsonNode splits = json.path(SPLITS);
        if (splits.size() != 1 || !splits.path(0).path("name").asText().equals(TRAIN)) {
            throw new ExportRefusedException(in(folder)
                    + " does not have the one split '"
                    + TRAIN
                    + "', so it is no dataset of this exporter; choose another version");
        }
        return new DatasetInfoFile(json);
    }

    static Path in(Path folder) {
        return folder.resolve(FILE);
    }

    private ObjectNode split() {
        return split(TRAIN);
    }

    private ObjectNode split(String name) {
        for (JsonNode split : json.get(SPLITS)) {
            if (split.path("name").asText().equals(name)) {
                return (ObjectNode) split;
            }
        }
        throw new IllegalArgumentException("no split is called '" + name + "'");
    }

    /** Whether record files can be added without renaming others. */
    boolean isOpen() {
        return split().path("filepathTemplate").asText().equals(OPEN);
    }

    /** Number of record files. */
    int shards() {
        return split().path(LENGTHS).size();
    }

    /** Number of episodes in all of them. */
    long episodes() {
        long episodes = 0;
        for (JsonNode length : split().path(LENGTHS)) {
            episodes += length.asLong();
        }
        return episodes;
    }

    /** Name of a record file. */
    String shardFile(int shard) {
        String dataset = json.path("name").asText();
        return isOpen() ? shardPrefix() + number(shard, shards()) : closedFile(dataset, TRAIN, shard, shards());
    }

    /** Name of a record file of a dataset to which nothing can be added. */
    static String closedFile(String dataset, String split, int shard, int shards) {
        return prefix(dataset, split) + number(shard, shards) + "-of-" + number(shards, shards);
    }

    private static String number(int number, int shards) {
        int digits = Math.max(DIGITS, Integer.toString(shards).length());
        String shortest = Integer.toString(number);
        return "0".repeat(digits - shortest.length()) + shortest;
    }

    private static String prefix(String dataset, String split) {
        return dataset + "-" + split + "." + FORMAT + "-";
    }

    /** What the names of all record files start with. */
    String shardPrefix() {
        return prefix(json.path("name").asText(), TRAIN);
    }

    /** With more record files. */
    DatasetInfoFile plus(EpisodesWriter.Written more) {
        return plus(TRAIN, more.shardEpisodes(), more.payloadBytes());
    }

    /** With more record files of a split: the episodes in each, and the bytes of all records. */
    DatasetInfoFile plus(String split, List<Long> shardEpisodes, long payloadBytes) {
        DatasetInfoFile grown = new DatasetInfoFile(json.deepCopy());
        ArrayNode lengths = grown.split(split).withArray(LENGTHS);
        shardEpisodes.forEach(length -> lengths.add(length.toString()));
        long bytes = split(split).path(BYTES).asLong() + payloadBytes;
        grown.split(split).put(BYTES, Long.toString(bytes));
        return grown;
    }

    /** That says this of the dataset, and what it says already where this says nothing. */
    DatasetInfoFile saying(RldsAbout about) {
        DatasetInfoFile said = new DatasetInfoFile(json.deepCopy());
        String description = json.path(RldsAbout.DESCRIPTION).asText();
        int ours = description.indexOf(RldsAbout.EXPORTED);
        about.or(RldsAbout.of(json).texts()).into(said.json, ours < 0 ? "" : description.substring(ours));
        return said;
    }

    /** Files that a reader of the folder would open. */
    List<Path> shardsIn(Path folder) {
        return IntStream.range(0, shards())
                .mapToObj(shard -> folder.resolve(shardFile(shard)))
                .toList();
    }

    void write(Path folder) throws IOException {
        JsonFiles.write(in(folder), json);
    }
}
