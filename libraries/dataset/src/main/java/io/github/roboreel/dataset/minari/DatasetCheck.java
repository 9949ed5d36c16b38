package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.ExportProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a dataset back and requires all that Minari needs to load and use it; knows nothing of the recording. */
final class DatasetCheck {
    private static final List<String> TEXTS = List.of(
            DatasetMetadata.DATA_FORMAT,
            DatasetMetadata.DATASET_ID,
            DatasetMetadata.MINARI_VERSION,
            DatasetMetadata.OBSERVATION_SPACE,
            DatasetMetadata.ACTION_SPACE);

    private final DatasetMetadata metadata;
    private final Map<String, MinariArray> spaces;

    private DatasetCheck(DatasetMetadata metadata, Map<String, MinariArray> spaces) {
        this.metadata = metadata;
        this.spaces = spaces;
    }

    /**
     * Of the metadata in a folder.
     *
     * @throws IOException saying what Minari would stumble over
     */
    static DatasetCheck of(Path data, DatasetId id) throws IOException {
        DatasetMetadata metadata = DatasetMetadata.read(data);
        ObjectNode root = metadata.root();
        for (String name : TEXTS) {
            require(root.path(name).isTextual(), name + " is no text");
        }
        require(root.get(DatasetMetadata.DATASET_ID).asText().equals(id.toString()), "another id");
        String version = root.get(DatasetMetadata.MINARI_VERSION).asText();
        require(MinariVersion.parse(version).isPresent(), "minari_version " + version + " is not one that it is");
        requireCount(root, DatasetMetadata.TOTAL_EPISODES);
        requireCount(root, DatasetMetadata.TOTAL_STEPS);
        requireList(root, "author");
        requireList(root, "author_email");
        JsonNode env = root.get("env_spec");
        require(env == null || env.asText().contains("additional_wrappers"), "env_spec without additional_wrappers");
        return new DatasetCheck(metadata, spaces(root));
    }

    private static Map<String, MinariArray> spaces(ObjectNode root) throws IOException {
        Map<String, MinariArray> spaces = new LinkedHashMap<>();
        String observations = root.get(DatasetMetadata.OBSERVATION_SPACE).asText();
        String actions = root.get(DatasetMetadata.ACTION_SPACE).asText();
        if (isAsImported(root)) {
            spaces.putAll(Space.parse(observations).arrays(MinariArray.OBSERVATIONS));
            spaces.putAll(Space.parse(actions).arrays(MinariArray.ACTIONS));
            return spaces;
        }
        spaces.putAll(SpaceLeaves.of(MinariArray.OBSERVATIONS, observations));
        spaces.putAll(SpaceLeaves.of(MinariArray.ACTIONS, actions));
        return spaces;
    }

    private static boolean isAsImported(ObjectNode root) {
        return root.path(DatasetMetadata.OURS).path(DatasetMetadata.AS_IMPORTED).asBoolean();
    }

    /** Actions of all episodes. */
    long steps() {
        return metadata.totals().steps();
    }

    /** Arrays that the spaces ask for, by path. */
    Map<String, MinariArray> spaces() {
        return spaces;
    }

    /**
     * Reads the episodes from this number on, which must be all that is there.
     *
     * @param readBack gets the checksums of their arrays
     * @return their steps
     */
    long episodes(DatasetStorage.Reader episodes, long from, ArrayDigests readBack, ExportProgress progress)
            throws IOException {
        long to = metadata.totals().episodes();
        episodes.requireExactly(from, to);
        long steps = 0;
        for (long number = from; number < to; number++) {
            Object noted = episodes.attributes(number).get(DatasetStorage.TOTAL_STEPS);
            require(noted instanceof Long, "episode " + number + " has no total_steps");
            EpisodeCheck check = new EpisodeCheck(number, spaces, isAsImported(metadata.root()));
            episodes.arrays(number, new DigestingSink(check, readBack));
            check.finish((long) noted);
            steps += (long) noted;
            progress.advanced((long) noted);
        }
        return steps;
    }

    /** Requires that the steps of all episodes are as many as the metadata says. */
    void requireTotalSteps(long steps) throws IOException {
        long noted = metadata.totals().steps();
        require(noted == steps, "total_steps is " + noted + " and not " + steps);
    }

    private static void requireCount(ObjectNode root, String name) throws IOException {
        require(root.path(name).isIntegralNumber(), name + " is no whole number");
    }

    private static void requireList(ObjectNode root, String name) throws IOException {
        require(!root.has(name) || root.get(name).isArray(), name + " is no array of texts");
    }

    private static void require(boolean good, String otherwise) throws IOException {
        if (!good) {
            throw new IOException("metadata.json: " + otherwise + "; Minari would not load it");
        }
    }
}
