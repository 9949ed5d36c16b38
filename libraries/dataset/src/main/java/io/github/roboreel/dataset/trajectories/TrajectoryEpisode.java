package io.github.roboreel.dataset.trajectories;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.EpisodeDescription;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.NamedValues;
import io.github.roboreel.dataset.Statements;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one trajectory: what it is about and what becomes of its arrays. */
final class TrajectoryEpisode {
    private final TrajectoryLayout layout;
    private final Path dataset;
    private final TrajectoryPlace place;
    private final ArrayFileReader file;
    private final ImportNotes notes;
    private final Map<String, Object> attributes = new LinkedHashMap<>();

    /**
     * Of a dataset.
     *
     * @param dataset its place
     * @param file that holds the trajectory
     */
    TrajectoryEpisode(
            TrajectoryLayout layout, Path dataset, TrajectoryPlace place, ArrayFileReader file, ImportNotes notes) {
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
        attributes.putAll(file.attributes(place.group()));
        notes.addUnreadable(file.otherAttributes(place.group()));
        Statements said = statements();
        place.about().stream().limit(1).forEach(own -> own.forEach(attributes::putIfAbsent));
        List<FoundArray> found = FoundArray.below(file, place.group());
        TrajectoryArrays arrays = new TrajectoryArrays(file, place, isCompressed(), notes);
        List<FieldSource> fields = arrays.of(found);
        double dtSeconds = said.dtSeconds(notes).orElseGet(() -> notes.assumedDtSeconds(layout.usualHertz()));
        String envName = said.envName().orElse(datasetName());
        Optional<String> inAttributes = said.instruction();
        Optional<String> instruction = inAttributes.isPresent() ? inAttributes : Statements.instruction(found);
        return new FoundEpisode(
                place.file() + (place.group().isEmpty() ? "" : ", " + place.group()),
                envName,
                EpisodeDescription.envConfig("", dtSeconds, origin()),
                new EpisodeInfo(notes.instruction(instruction, envName), "imported", seed(), dtSeconds),
                EpisodeDescription.withAttributes(
                        EpisodeDescription.outcome(ending(arrays), success(arrays), notes), free(), notes),
                arrays.steps(),
                fields);
    }

    private Statements statements() {
        List<JsonNode> places = new ArrayList<>();
        places.add(Statements.place(attributes));
        place.about().forEach(about -> places.add(Statements.place(about)));
        return new Statements(places);
    }

    private boolean isCompressed() {
        return Boolean.TRUE.equals(attributes.get("compress"));
    }

    /** Of the folder; of a file, its name without the end. */
    private String datasetName() {
        String name = String.valueOf(dataset.toAbsolutePath().normalize().getFileName());
        boolean isFile = dataset.equals(place.file());
        return isFile ? name.replaceFirst("\\.[^.]*$", "") : name;
    }

    private long seed() {
        Map<String, Object> seeds = new HashMap<>(attributes);
        if (attributes.get("episode_seed") instanceof Long seed) {
            seeds.put("seed", seed);
        }
        return new NamedValues(seeds).seed();
    }

    private Optional<Boolean> success(TrajectoryArrays arrays) throws IOException {
        Optional<Boolean> said = EpisodeDescription.success(attributes);
        return said.isPresent() ? said : arrays.lastFlag("success");
    }

    private static Optional<Ending> ending(TrajectoryArrays arrays) throws IOException {
        if (arrays.lastFlag("terminated").orElse(false)) {
            return Optional.of(Ending.TERMINATED);
        }
        return arrays.lastFlag("truncated").orElse(false) ? Optional.of(Ending.TRUNCATED) : Optional.empty();
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
