package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.EpisodeDescription;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FieldShapes;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.TextWidths;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one episode of a Minari dataset: what it is about and what becomes of its arrays. */
final class MinariEpisode {
    /** What imports say acted where the dataset does not. */
    static final String UNKNOWN_POLICY = "imported";

    private static final Set<String> PARTS =
            Set.of("actions", "observations", "rewards", "terminations", "truncations", "infos", MinariArray.OTHERS);

    private final ArrayFileReader file;
    private final MinariMetadata metadata;
    private final Set<String> pictures;
    private final FieldNames names;
    private final TextWidths textWidths;
    private final String group;
    private final ImportNotes notes;
    private Optional<MinariOrigin> origin = Optional.empty();

    MinariEpisode(
            ArrayFileReader file,
            MinariMetadata metadata,
            Set<String> pictures,
            FieldNames names,
            TextWidths textWidths,
            int index,
            ImportNotes notes) {
        this.file = file;
        this.metadata = metadata;
        this.pictures = pictures;
        this.names = names;
        this.textWidths = textWidths;
        this.group = "episode_" + index;
        this.notes = notes;
    }

    FoundEpisode read() throws IOException {
        if (file.kind(group) != Kind.GROUP) {
            throw metadata.missing(group);
        }
        MinariAttributes attributes = new MinariAttributes(file.attributes(group));
        long steps = steps();
        attributes.requireSteps(group, steps);
        notes.addAttributes(file, group);
        for (String name : file.members(group)) {
            if (!PARTS.contains(name)) {
                notes.add("'" + name + "' of an episode is left out: Minari has no such array or group");
            }
        }
        if (attributes.hasResults()) {
            notes.addResultsLeftOut();
        }
        boolean isOurs =
                attributes.isOurs() && MinariOrigin.in(recorded(attributes)).isEmpty();
        MinariArrays found =
                new MinariArrays(file, group, steps, attributes, isOurs, pictures, names, textWidths, notes);
        List<FieldSource> arrays = found.of(metadata.extras());
        if (!isOurs) {
            origin = Optional.of(MinariOrigin.of(
                    metadata.observationSpace(), metadata.actionSpace(), found.originals(), found.emptyArrays()));
        }
        double dtSeconds = attributes.dtSeconds(metadata.described(), notes);
        return new FoundEpisode(
                group,
                attributes.envName().orElse(metadata.id()),
                envConfig(attributes, dtSeconds),
                info(attributes, dtSeconds, arrays),
                EpisodeDescription.withAttributes(attributes.outcome(ending(steps), notes), free(attributes), notes),
                steps,
                arrays);
    }

    private long steps() throws IOException {
        List<FoundArray> actions = FoundArray.below(file, group + "/actions");
        if (actions.isEmpty()) {
            throw new ExportRefusedException("'" + group + "' has no actions; repair the dataset, or leave it out");
        }
        long steps = actions.get(0).count();
        if (steps < 0) {
            throw FieldShapes.refused(actions.get(0), FieldShapes.why(actions.get(0)));
        }
        return steps;
    }

    private EpisodeInfo info(MinariAttributes attributes, double dtSeconds, List<FieldSource> arrays)
            throws IOException {
        String policy = metadata.algorithm().isBlank() ? UNKNOWN_POLICY : metadata.algorithm();
        return new EpisodeInfo(
                notes.instruction(instruction(attributes, arrays), metadata.id()),
                attributes.policy().orElse(policy),
                attributes.seed(),
                dtSeconds);
    }

    private Optional<String> instruction(MinariAttributes attributes, List<FieldSource> arrays) throws IOException {
        return attributes.instruction(metadata.described(), arrays);
    }

    private String envConfig(MinariAttributes attributes, double dtSeconds) {
        return EpisodeDescription.envConfig(recorded(attributes), dtSeconds, "minari " + metadata.id());
    }

    /** The configuration that our exporter has noted. */
    private String recorded(MinariAttributes attributes) {
        String name = attributes.envName().orElse(metadata.id());
        JsonNode recorded = metadata.extras().path("environments").path(name);
        return recorded.isTextual() ? recorded.textValue() : recorded.toString();
    }

    /** What of the dataset goes back to Minari, as far as this episode says; known once it was read. */
    Optional<MinariOrigin> origin() {
        return origin;
    }

    private Map<String, Object> free(MinariAttributes attributes) {
        Map<String, Object> free = attributes.free(notes);
        free.put("imported_from", "minari " + metadata.id() + " " + group);
        return free;
    }

    private Optional<Ending> ending(long steps) throws IOException {
        return EpisodeDescription.ending(lastFlag("terminations", steps), lastFlag("truncations", steps));
    }

    private Optional<Boolean> lastFlag(String name, long steps) throws IOException {
        Optional<FoundArray> flags =
                FoundArray.at(file, group + "/" + name, name).filter(array -> array.kind() == Kind.ARRAY && steps > 0);
        return flags.isEmpty() ? Optional.empty() : Optional.of(flags.get().isSet(steps - 1));
    }
}
