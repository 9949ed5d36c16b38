package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.TextRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code dataset_info.json} says of a dataset: its name, and the record files of each of its splits.
 *
 * @param folder that holds it
 * @param name of the dataset
 * @param version of it; empty when unsaid
 * @param about what the dataset says of itself
 * @param shards all record files, split by split in its order
 */
record DatasetSplits(Path folder, String name, String version, RldsAbout about, List<Shard> shards) {
    private static final String TEMPLATE = "{DATASET}-{SPLIT}.{FILEFORMAT}-{SHARD_X_OF_Y}";
    private static final String FORMAT = "tfrecord";
    private static final int MAX_SHARDS = 1_000_000;
    private static final int DIGITS = 5;

    /**
     * A record file.
     *
     * @param split it belongs to
     * @param file where it is
     * @param episodes that it is said to hold
     */
    record Shard(String split, Path file, long episodes) {}

    DatasetSplits {
        shards = List.copyOf(shards);
    }

    /**
     * Reads it.
     *
     * @throws ExportRefusedException when it is none that can be read, or a record file is missing
     */
    static DatasetSplits read(Path folder) throws IOException {
        Path file = folder.resolve(RldsFolder.INFO);
        JsonNode info = JsonText.read(file);
        String format = info.path("fileFormat").asText(FORMAT);
        if (!format.isEmpty() && !format.equals(FORMAT)) {
            throw new ExportRefusedException(
                    "%s says that the files are of format '%s', but only '%s' is imported; prepare the dataset "
                            + "with file_format='tfrecord'",
                    file, TextRules.shown(format), FORMAT);
        }
        String name = info.path("name").asText();
        List<Shard> shards = new ArrayList<>();
        for (JsonNode split : info.path("splits")) {
            addShards(file, name, split, shards);
        }
        if (shards.isEmpty()) {
            throw new ExportRefusedException(file + " names no record files; prepare the dataset again");
        }
        return new DatasetSplits(folder, name, info.path("version").asText(), RldsAbout.of(info), shards);
    }

    private static void addShards(Path info, String dataset, JsonNode split, List<Shard> shards) {
        String name = split.path("name").asText();
        JsonNode lengths = split.path("shardLengths");
        if (lengths.size() == 0 && split.hasNonNull("numShards")) {
            throw new ExportRefusedException(
                    "%s does not say how many episodes are in the files of split '%s' "
                            + "(shardLengths); prepare the dataset again",
                    info, name);
        }
        if (shards.size() + lengths.size() > MAX_SHARDS) {
            throw new ExportRefusedException(info + " names more than " + MAX_SHARDS + " files; repair the dataset");
        }
        String template = split.path("filepathTemplate").asText();
        for (int index = 0; index < lengths.size(); index++) {
            String shard = fileName(template.isEmpty() ? TEMPLATE : template, dataset, name, index, lengths.size());
            shards.add(new Shard(name, place(info, name, shard), length(info, name, lengths.get(index))));
        }
    }

    private static String fileName(String template, String dataset, String split, int index, int count) {
        int digits = Math.max(DIGITS, Integer.toString(count).length());
        String x = Sentence.of("%0" + digits + "d", index);
        String y = Sentence.of("%0" + digits + "d", count);
        return template.replace("{SHARD_X_OF_Y}", x + "-of-" + y)
                .replace("{SHARD_INDEX}", x)
                .replace("{NUM_SHARDS}", y)
                .replace("{FILEFORMAT}", FORMAT)
                .replace("{DATASET}", dataset)
                .replace("{SPLIT}", split);
    }

    /** A file of the dataset's own folder: names lead nowhere else. */
    private static Path place(Path info, String split, String name) {
        if (name.isBlank() || !name.matches("[^/\\\\\\p{Cntrl}{}]{1,255}") || name.matches("\\.{1,2}")) {
            throw new ExportRefusedException(
                    "%s gives split '%s' the file name '%s', which names no file of its own "
                            + "folder; repair the dataset",
                    info, TextRules.shown(split), TextRules.shown(name));
        }
        Path file = info.resolveSibling(name);
        if (!Files.isRegularFile(file)) {
            throw new ExportRefusedException(
                    "%s is missing, which %s names; restore it, or prepare the dataset again", file, info);
        }
        return file;
    }

    private static long length(Path info, String split, JsonNode length) {
        try {
            long episodes = Long.parseLong(length.asText());
            if (episodes >= 0 && episodes <= Integer.MAX_VALUE) {
                return episodes;
            }
        } catch (NumberFormatException e) {
            // Refused below, as a number out of range is.
        }
        throw new ExportRefusedException(
                "%s says that a file of split '%s' holds %s episodes, expected a number from "
                        + "0 to 2147483647; repair the dataset",
                info, split, TextRules.shown(length.asText()));
    }
}
