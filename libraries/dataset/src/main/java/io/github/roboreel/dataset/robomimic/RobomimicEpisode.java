package io.github.roboreel.dataset.robomimic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.EpisodeDescription;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldShapes;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.NamedValues;
import io.github.roboreel.dataset.Statements;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one demo of a robomimic file: what it is about and what becomes of its arrays. */
final class RobomimicEpisode {
    private static final String OUR_ATTRIBUTES = "attributes/";
    private static final String METRICS = "metrics/";
    /** Attributes that are no free ones. */
    static final Set<String> KNOWN =
            Set.of("num_samples", "success", "ending", "score", "seed", "instruction", "policy", "env_name", "dt");

    private final ArrayFileReader file;
    private final Path path;
    private final RobomimicMetadata metadata;
    private final String group;
    private final List<String> masks;
    private final FileForms forms;
    private final ImportNotes notes;
    private final Map<String, Object> attributes;
    private final NamedValues values;

    RobomimicEpisode(
            ArrayFileReader file,
            Path path,
            RobomimicMetadata metadata,
            String group,
            List<String> masks,
            FileForms forms,
            ImportNotes notes)
            throws IOException {
        this.file = file;
        this.path = path;
        this.metadata = metadata;
        this.group = group;
        this.masks = masks;
        this.forms = forms;
        this.notes = notes;
        attributes = file.attributes(group);
        values = new NamedValues(attributes);
    }

    FoundEpisode read() throws IOException {
        long steps = steps();
        values.requireActions(path + ", " + group, "num_samples", steps);
        notes.addAttributes(file, group);
        if (isOurs() && values.hasAny("score", METRICS)) {
            notes.addResultsLeftOut();
        }
        Statements said = metadata.statements(attributes);
        double dtSeconds = said.dtSeconds(notes).orElseGet(() -> notes.assumedDtSeconds(metadata.usualHertz()));
        String envName = values.text("env_name").orElse(metadata.envName());
        List<FoundArray> found = FoundArray.below(file, group, notes);
        String instruction = notes.instruction(said.instruction(found), envName);
        RobomimicArrays demo = new RobomimicArrays(file, group, steps, ending(), metadata, forms, instruction, notes);
        List<FieldSource> arrays = new ArrayList<>(demo.of(found));
        LongAttributes longOnes = LongAttributes.of(free(), forms.longAttributes());
        arrays.addAll(longOnes.arrays(group));
        return new FoundEpisode(
                path + ", " + group,
                envName,
                envConfig(dtSeconds),
                new EpisodeInfo(instruction, values.text("policy").orElse("imported"), values.seed(), dtSeconds),
                EpisodeDescription.withAttributes(outcome(steps), longOnes.others(), notes),
                steps,
                arrays);
    }

    /** With what the file says of all demos, so that an export gives it back. */
    private String envConfig(double dtSeconds) {
        ObjectNode config = (ObjectNode)
                FormatJson.readOrMissing(EpisodeDescription.envConfig(metadata.envConfig(), dtSeconds, origin()));
        Map<String, Object> kept = metadata.kept();
        if (!kept.isEmpty()) {
            config.set(RobomimicMetadata.KEPT, FormatJson.tree(kept));
        }
        return config.toString();
    }

    private long steps() throws IOException {
        List<FoundArray> actions = FoundArray.below(file, group + "/actions");
        if (actions.isEmpty()) {
            throw new ExportRefusedException(path + ", " + group + " has no actions; delete this demo from the file");
        }
        if (actions.get(0).count() < 0) {
            throw FieldShapes.refused(actions.get(0), FieldShapes.why(actions.get(0)));
        }
        return actions.get(0).count();
    }

    private String ending() {
        return values.text("ending").orElse("");
    }

    private EpisodeOutcome outcome(long steps) throws IOException {
        Optional<Ending> said = Ending.of(ending());
        return EpisodeDescription.outcome(
                said.isPresent() ? said : found(steps), EpisodeDescription.success(attributes, notes), notes);
    }

    /** What its dones say after the last action; nothing where it has none. */
    private Optional<Ending> found(long steps) throws IOException {
        Optional<FoundArray> dones = FoundArray.at(file, group + "/" + DemoLayout.DONES, DemoLayout.DONES)
                .filter(array -> array.kind() == Kind.ARRAY && steps > 0 && array.count() == steps);
        return dones.isEmpty()
                ? Optional.empty()
                : EpisodeDescription.ending(Optional.of(dones.get().isSet(steps - 1)), Optional.empty());
    }

    private Map<String, Object> free() {
        Map<String, Object> free = new LinkedHashMap<>();
        attributes.forEach((name, value) -> {
            if (name.startsWith(OUR_ATTRIBUTES)) {
                free.put(name.substring(OUR_ATTRIBUTES.length()), value);
            } else if (!isKnown(name)) {
                free.put(name, value);
            }
        });
        if (values.isOtherSeed(notes)) {
            free.put("seed", attributes.get("seed"));
        }
        if (!masks.isEmpty()) {
            free.put("masks", String.join(",", masks));
        }
        free.put("imported_from", origin() + " " + group);
        return free;
    }

    private boolean isOurs() {
        return attributes.containsKey("ending");
    }

    private boolean isKnown(String name) {
        return KNOWN.contains(name) || isOurs() && (name.startsWith(METRICS) || name.startsWith("source_"));
    }

    private String origin() {
        return "robomimic " + metadata.fileName();
    }
}
