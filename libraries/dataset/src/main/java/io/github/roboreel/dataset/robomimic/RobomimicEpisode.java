package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.EpisodeDescription;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldShapes;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.NamedValues;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads one demo of a robomimic file: what it is about and what becomes of its arrays. */
final class RobomimicEpisode {
    private static final String OUR_ATTRIBUTES = "attributes/";
    private static final String METRICS = "metrics/";
    private static final Set<String> KNOWN =
            Set.of("num_samples", "success", "ending", "score", "seed", "instruction", "policy", "env_name", "dt");

    private final ArrayFileReader file;
    private final Path path;
    private final RobomimicMetadata metadata;
    private final String group;
    private final List<String> masks;
    private final ImportNotes notes;
    private final Map<String, Object> attributes;
    private final NamedValues values;

    RobomimicEpisode(
            ArrayFileReader file,
            Path path,
            RobomimicMetadata metadata,
            String group,
            List<String> masks,
            ImportNotes notes)
            throws IOException {
        this.file = file;
        this.path = path;
        this.metadata = metadata;
        this.group = group;
        this.masks = masks;
        this.notes = notes;
        attributes = file.attributes(group);
        values = new NamedValues(attributes);
    }

    FoundEpisode read() throws IOException {
        long steps = steps();
        values.requireActions(path + ", " + group, "num_samples", steps);
        notes.addUnreadable(file.otherAttributes(group));
        if (isOurs() && values.hasAny("score", METRICS)) {
            notes.addResultsLeftOut();
        }
        double dtSeconds = dtSeconds();
        String envName = values.text("env_name").orElse(metadata.envName());
        List<FieldSource> arrays = new RobomimicArrays(file, group, steps, ending(), metadata, notes).read();
        return new FoundEpisode(
                path + ", " + group,
                envName,
                EpisodeDescription.envConfig(metadata.envConfig(), dtSeconds, origin()),
                new EpisodeInfo(
                        values.text("instruction").orElse(envName),
                        values.text("policy").orElse("imported"),
                        values.seed(),
                        dtSeconds),
                EpisodeDescription.withAttributes(outcome(), free(), notes),
                steps,
                arrays);
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

    private double dtSeconds() {
        OptionalDouble seconds = values.seconds("dt");
        if (seconds.isPresent()) {
            return seconds.getAsDouble();
        }
        if (metadata.dtSeconds() > 0) {
            return metadata.dtSeconds();
        }
        notes.add("the file does not say the time between two steps; 1/15 s is assumed");
        return EpisodeDescription.ASSUMED_DT_SECONDS;
    }

    private String ending() {
        return values.text("ending").orElse("");
    }

    private EpisodeOutcome outcome() {
        if (ending().equals("incomplete")) {
            return EpisodeOutcome.aborted("imported: its recording was incomplete");
        }
        Optional<Boolean> isSuccess = EpisodeDescription.success(attributes);
        if (ending().equals("truncated") && !isSuccess.orElse(false)) {
            EpisodeOutcome truncated = EpisodeOutcome.truncated("imported");
            return isSuccess.isPresent() ? truncated : truncated.unjudged();
        }
        if (isSuccess.isPresent()) {
            return isSuccess.get() ? EpisodeOutcome.success("imported") : EpisodeOutcome.failure("imported");
        }
        notes.add("demos without the attribute 'success' have status 'aborted': the file does not say"
                + " whether they succeeded");
        return EpisodeOutcome.aborted("imported: the file does not say whether it succeeded");
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
