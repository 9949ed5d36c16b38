package io.github.roboreel.dataset.trajectories;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.EpisodeDescription;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.NamedValues;
import io.github.roboreel.dataset.Statements;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one trajectory: what it is about and what becomes of its arrays. */
final class TrajectoryEpisode {
    /** What ManiSkill and DROID call the number of actions. */
    private static final List<String> COUNTS = List.of("elapsed_steps", "trajectory_length");

    private final TrajectoryLayout layout;
    private final Path dataset;
    private final TrajectoryPlace place;
    private final ArrayFileReader file;
    private final TextWidths textWidths;
    private final ImportNotes notes;
    private final Map<String, Object> attributes = new LinkedHashMap<>();
    private List<Map<String, Object>> about = List.of();

    /**
     * Of a dataset.
     *
     * @param dataset its place
     * @param file that holds the trajectory
     * @param textWidths of the dataset
     */
    TrajectoryEpisode(
            TrajectoryLayout layout,
            Path dataset,
            TrajectoryPlace place,
            ArrayFileReader file,
            TextWidths textWidths,
            ImportNotes notes) {
        this.textWidths = textWidths;
        this.layout = layout;
        this.dataset = dataset;
        this.place = place;
        this.file = file;
        this.notes = notes;
    }

    FoundEpisode read() throws IOException {
        if (file.kind(place.group()) != ArrayFileReader.Kind.GROUP) {
            throw new ExportRefusedException(
                    "%s has no group '%s', which is said to be an episode; repair the dataset",
                    place.file(), place.group());
        }
        about = layout.about(place);
        attributes.putAll(file.attributes(place.group()));
        notes.addAttributes(file, place.group());
        Statements said = statements();
        about.stream().limit(1).forEach(own -> own.forEach(attributes::putIfAbsent));
        List<FoundArray> found = FoundArray.below(file, place.group(), notes);
        TrajectoryArrays arrays = new TrajectoryArrays(file, place, isCompressed(), textWidths, notes);
        List<FieldSource> fields = arrays.of(found);
        noteCounts(arrays.steps());
        double dtSeconds = said.dtSeconds(notes).orElseGet(() -> notes.assumedDtSeconds(layout.usualHertz()));
        String envName = said.envName().orElse(datasetName());
        return new FoundEpisode(
                place.toString(),
                envName,
                envConfig(dtSeconds),
                new EpisodeInfo(notes.instruction(said.instruction(found), envName), "imported", seed(), dtSeconds),
                EpisodeDescription.withAttributes(
                        EpisodeDescription.outcome(ending(arrays), success(arrays), notes), free(), notes),
                arrays.steps(),
                fields);
    }

    private void noteCounts(long steps) {
        for (String name : COUNTS) {
            if (attributes.get(name) instanceof Long said && said != steps) {
                notes.add("'" + name + "' is not the number of actions in some episodes; the actions count");
            }
        }
    }

    /** With what is said of the whole dataset. */
    private String envConfig(double dtSeconds) {
        ObjectNode config =
                (ObjectNode) FormatJson.readOrMissing(EpisodeDescription.envConfig("", dtSeconds, origin()));
        if (about.size() > 1) {
            config.set(layout.name(), Statements.place(about.get(about.size() - 1)));
        }
        return config.toString();
    }

    private Statements statements() {
        List<JsonNode> places = new ArrayList<>();
        places.add(Statements.place(attributes));
        about.forEach(said -> places.add(Statements.place(said)));
        return new Statements(places);
    }

    private boolean isCompressed() {
        Object compress = attributes.get("compress");
        return Boolean.TRUE.equals(compress) || compress instanceof Long number && number != 0;
    }

    /** Of the folder; of a file, its name without the end. */
    private String datasetName() {
        String name = String.valueOf(dataset.toAbsolutePath().normalize().getFileName());
        boolean isFile = Files.isRegularFile(dataset);
        return isFile ? name.replaceFirst("\\.[^.]*$", "") : name;
    }

    private long seed() {
        Map<String, Object> seeds = new HashMap<>(attributes);
        if (attributes.containsKey("episode_seed")) {
            seeds.put("seed", attributes.get("episode_seed"));
        }
        return new NamedValues(seeds).seed();
    }

    private Optional<Boolean> success(TrajectoryArrays arrays) throws IOException {
        Optional<Boolean> said = EpisodeDescription.success(attributes, notes);
        return said.isPresent() ? said : arrays.lastFlag("success");
    }

    private static Optional<Ending> ending(TrajectoryArrays arrays) throws IOException {
        return EpisodeDescription.ending(arrays.lastFlag("terminated"), arrays.lastFlag("truncated"));
    }

    private Map<String, Object> free() {
        Map<String, Object> free = new LinkedHashMap<>(attributes);
        free.remove("success");
        free.put("imported_from", origin() + " " + place.name());
        return free;
    }

    private String origin() {
        return layout.name() + " " + datasetName();
    }
}
