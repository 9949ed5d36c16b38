package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.EpisodeDescription;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.NamedValues;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One episode of a dataset: what it is about and how it ended. */
final class LeRobotEpisode {
    /** Where a configuration keeps what the dataset called the robot. */
    static final String ROBOT = "/lerobot/robot_type";

    /** The verdict, and a column that DuckDB adds to every table. */
    private static final Set<String> NO_ATTRIBUTES = Set.of("success", "file_row_number");

    private static final String METRICS = "metric.";
    private static final String ENV_NAME = "env_name";
    private static final String CONFIG = "environment_config";
    private static final String ATTRIBUTES = "attributes";

    /** What our exporter writes besides the attributes of the episode itself. */
    private static final Set<String> OUR_FACTS = Set.of(
            "success", "score", "seed", "ending", ENV_NAME, "policy", "source_file", "source_demo", ATTRIBUTES, CONFIG);

    private final LeRobotInfo info;
    private final String dataset;
    private final LeRobotPlace place;
    private final RowCheck rows;
    private final NamedValues facts;
    private final boolean isOurs;
    private final ImportNotes notes;

    LeRobotEpisode(LeRobotInfo info, String dataset, LeRobotPlace place, RowCheck rows, ImportNotes notes) {
        this.info = info;
        this.dataset = dataset;
        this.place = place;
        this.rows = rows;
        this.notes = notes;
        facts = new NamedValues(place.facts());
        isOurs = facts.text("ending").isPresent() && facts.text("source_demo").isPresent();
    }

    /**
     * The episode with its arrays.
     *
     * @param task text of the first step's task; empty when nothing is written of it
     */
    FoundEpisode with(Optional<String> task, List<FieldSource> arrays, FieldPaths paths) {
        if (isOurs && facts.hasAny("score", METRICS)) {
            notes.addResultsLeftOut();
        }
        double dtSeconds = 1 / info.fps();
        String envName = isOurs ? facts.text(ENV_NAME).orElse(dataset) : dataset;
        String instruction = notes.instruction(
                task.or(() -> place.tasks().stream().findFirst()).filter(text -> !text.isBlank()), envName);
        return new FoundEpisode(
                dataset + ", " + place.name(),
                envName,
                config(dtSeconds, paths),
                new EpisodeInfo(
                        instruction, isOurs ? facts.text("policy").orElse("imported") : "imported", seed(), dtSeconds),
                EpisodeDescription.withAttributes(outcome(), free(), notes),
                place.length(),
                arrays);
    }

    private long seed() {
        return isOurs ? facts.seed() : -1;
    }

    private String origin() {
        return "lerobot " + dataset;
    }

    private String config(double dtSeconds, FieldPaths paths) {
        String recorded = isOurs ? facts.text(CONFIG).orElse("") : "";
        String config = EpisodeDescription.envConfig(recorded, dtSeconds, origin());
        return isOurs ? config : described(config, paths);
    }

    /** With what has no place in a recording: the robot, names of elements, and what the features were. */
    private String described(String config, FieldPaths paths) {
        try {
            ObjectNode json = (ObjectNode) FormatJson.read(config);
            ObjectNode kept = json.putObject("lerobot");
            if (!info.robotType().isEmpty()) {
                kept.put("robot_type", info.robotType());
            }
            ObjectNode names = kept.putObject("names");
            for (SourceFeature feature : info.features().values()) {
                boolean isNamed = feature.names().isContainerNode() && !RowCheck.isStructure(feature.key());
                if (isNamed) {
                    names.set(paths.of(feature.key()), feature.names());
                }
            }
            LeRobotOrigin.keep(info.features().values(), paths, kept);
            return json.toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what was just written is no JSON", e);
        }
    }

    private EpisodeOutcome outcome() {
        Optional<Boolean> success = EpisodeDescription.success(place.facts(), notes);
        if (isOurs) {
            return EpisodeDescription.outcome(Ending.of(facts.text("ending").orElse("")), success, notes);
        }
        if (success.isEmpty() && rows.has("next.success")) {
            success = Optional.of(rows.flag("next.success").isAny());
        }
        return EpisodeDescription.outcome(foundEnding(), success, notes);
    }

    /** {@code next.done} is set at both ends. */
    private Optional<Ending> foundEnding() {
        Optional<Boolean> truncated = last("next.truncated");
        return truncated.orElse(false)
                ? Optional.of(Ending.TRUNCATED)
                : EpisodeDescription.ending(last("next.done"), truncated);
    }

    private Optional<Boolean> last(String flag) {
        return rows.has(flag) ? Optional.of(rows.flag(flag).isLast()) : Optional.empty();
    }

    private Map<String, Object> free() {
        Map<String, Object> free = isOurs ? recordedAttributes() : foundAttributes();
        free.put("imported_from", origin() + " " + place.name());
        return free;
    }

    private Map<String, Object> foundAttributes() {
        Map<String, Object> free = new LinkedHashMap<>();
        place.facts().forEach((name, value) -> {
            if (value instanceof List<?>) {
                notes.addColumnLeftOut(name);
            } else if (!NO_ATTRIBUTES.contains(name)) {
                free.put(name, value);
            }
        });
        return free;
    }

    private Map<String, Object> recordedAttributes() {
        Map<String, Object> free = new LinkedHashMap<>();
        FormatJson.readOrMissing(place.facts().get(ATTRIBUTES)).properties().forEach(entry -> {
            FormatJson.attribute(entry.getValue()).ifPresent(value -> free.put(entry.getKey(), value));
        });
        place.facts().forEach((name, value) -> {
            boolean isKnown = OUR_FACTS.contains(name) || name.startsWith(METRICS) || value instanceof List<?>;
            if (!isKnown) {
                free.putIfAbsent(name, value);
            }
        });
        return free;
    }
}
