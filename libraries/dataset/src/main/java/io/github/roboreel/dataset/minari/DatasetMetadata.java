package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.minari.DatasetStorage.Totals;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** What Minari reads first: {@code data/metadata.json}. */
final class DatasetMetadata {
    static final String FILE = DatasetStorage.METADATA;
    static final String OBSERVATION_SPACE = "observation_space";
    static final String ACTION_SPACE = "action_space";
    static final String DATA_FORMAT = "data_format";
    static final String DATASET_ID = "dataset_id";
    static final String MINARI_VERSION = "minari_version";
    static final String TOTAL_EPISODES = "total_episodes";
    static final String TOTAL_STEPS = "total_steps";
    static final String OURS = "robolab";

    /** Of ours: whether spaces and arrays are those of the dataset that the episodes came from. */
    static final String AS_IMPORTED = "as_imported";

    /** Of ours: arrays whose type or shape the export has changed. */
    static final String RECORDED = "recorded";

    /** Of ours: what was done to the recorded episodes. */
    static final String CHANGES = "changes";

    private static final int NO_LIMIT = Integer.MAX_VALUE;

    /** The space of a camera is a text of megabytes, more than Jackson takes without being told. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(NO_LIMIT)
                            .build())
                    .build())
            .build();

    static final String SIZE = "dataset_size";
    private static final String ENVIRONMENTS = "environments";
    private static final int BYTES_PER_MEGABYTE = 1_000_000;

    private final ObjectNode root;

    private DatasetMetadata(ObjectNode root) {
        this.root = root;
    }

    /** Of a new dataset, still without episodes. */
    static DatasetMetadata of(
            MinariOptions options,
            DatasetId id,
            DatasetStorage storage,
            DatasetSurvey survey,
            EpisodeLayout layout,
            RecordedFields recorded,
            DescriptionPlan description) {
        ObjectNode root = JSON.createObjectNode();
        root.put(DATA_FORMAT, storage.label());
        root.put(DATASET_ID, id.toString());
        Space observations = layout.observationSpace(options.legacy());
        Space actions = layout.actionSpace(options.legacy());
        root.put(
                MINARI_VERSION,
                MinariVersion.of(options, layout, observations, actions).toString());
        root.put(OBSERVATION_SPACE, observations.text(false));
        root.put(ACTION_SPACE, actions.text(false));
        ObjectNode ours = JSON.createObjectNode().put("recorder", "RoboReel");
        description.into(root, ours);
        root.set(OURS, ours);
        ours.put("observations", options.observations().name().toLowerCase(Locale.ROOT));
        ours.put("final_observation", layout.last().label());
        ours.put("rewards_source", layout.rewardsSource());
        boolean hasFlags = StepOutcomes.hasFlags(survey);
        ours.put("flags_source", hasFlags ? "recorded" : "ending");
        ours.put("legacy", options.legacy());
        ours.put(AS_IMPORTED, layout.origin().isPresent());
        if (!survey.changes().isEmpty()) {
            survey.changes().forEach(ours.putArray(CHANGES)::add);
        }
        recorded.noteIn(ours, layout, hasFlags);
        ours.putObject(ENVIRONMENTS);
        return new DatasetMetadata(root);
    }

    /**
     * Of a dataset that is there.
     *
     * @throws IOException when it is not readable
     */
    static DatasetMetadata read(Path data) throws IOException {
        Path file = data.resolve(FILE);
        if (!Files.exists(file)) {
            throw new IOException(file + " is missing, and without it there is no dataset");
        }
        try {
            JsonNode root = JSON.readTree(Files.readString(file));
            if (root instanceof ObjectNode object) {
                return new DatasetMetadata(object);
            }
        } catch (JsonProcessingException e) {
            throw ExportRefusedException.noJson(file, e);
        }
        throw new IOException(file + " is no JSON object");
    }

    ObjectNode root() {
        return root;
    }

    Space observationSpace() {
        return Space.parse(root.path(OBSERVATION_SPACE).asText());
    }

    Space actionSpace() {
        return Space.parse(root.path(ACTION_SPACE).asText());
    }

    Totals totals() {
        return new Totals(
                root.path(TOTAL_EPISODES).asLong(-1), root.path(TOTAL_STEPS).asLong(-1));
    }

    void setTotals(Totals totals) {
        root.put(TOTAL_EPISODES, totals.episodes());
        root.put(TOTAL_STEPS, totals.steps());
    }

    /** Notes the configuration of an episode's environment, once for each of them. */
    void addEnvironment(EpisodeFacts facts) {
        JsonNode ours = root.get(OURS);
        if (ours.get(ENVIRONMENTS) instanceof ObjectNode environments && !environments.has(facts.envName())) {
            environments.set(facts.envName(), configuration(facts.environmentConfig()));
        }
    }

    private static JsonNode configuration(String text) {
        try {
            JsonNode parsed = JSON.readTree(text);
            return parsed.isMissingNode() ? JSON.createObjectNode() : parsed;
        } catch (JsonProcessingException e) {
            return JSON.getNodeFactory().textNode(text);
        }
    }

    /**
     * Writes it into a folder.
     *
     * @param otherBytes size of all other files of the dataset
     */
    void write(Path folder, long otherBytes) throws IOException {
        root.put(SIZE, 0.0);
        long bytes = otherBytes + text().getBytes(StandardCharsets.UTF_8).length;
        BigDecimal megabytes = BigDecimal.valueOf(bytes).divide(BigDecimal.valueOf(BYTES_PER_MEGABYTE));
        root.put(SIZE, megabytes.setScale(1, RoundingMode.HALF_UP).doubleValue());
        Files.writeString(folder.resolve(FILE), text());
    }

    private String text() throws IOException {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    /** Size of all files below a folder but for the metadata. */
    static long otherBytes(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.equals(folder.resolve(FILE)))
                    .mapToLong(DatasetMetadata::size)
                    .sum();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
