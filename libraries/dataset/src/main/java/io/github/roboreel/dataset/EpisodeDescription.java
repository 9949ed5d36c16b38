package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.text.Normalizer;
import java.util.Map;
import java.util.Optional;

/** Forms the descriptions of an episode from what a dataset says, where that says anything. */
public final class EpisodeDescription {
    private static final int MAX_NAME_CHARS = 60;

    private EpisodeDescription() {}

    /** A name that a folder can have, from any name. */
    static String envName(String given) {
        String name = Normalizer.normalize(given, Normalizer.Form.NFC)
                .replaceAll("(?U)[^\\w-]+", "_")
                .replaceAll("^_+|_+$", "");
        if (name.isEmpty()) {
            return "Imported";
        }
        int length = Math.min(name.length(), MAX_NAME_CHARS);
        boolean isHalf = Character.isHighSurrogate(name.charAt(length - 1));
        return name.substring(0, isHalf ? length - 1 : length);
    }

    /**
     * The environment's configuration: the recorded one when it has the episode's period, else one that says the period
     * and where the episode comes from. It says that each run has fields of its own: a recorded one may list those of
     * the recording that was exported.
     */
    public static String envConfig(String recorded, double dtSeconds, String origin) {
        JsonNode found = FormatJson.readOrMissing(recorded);
        ObjectNode config = hasPeriod(found, dtSeconds) ? (ObjectNode) found : newConfig(dtSeconds, origin);
        return config.putNull(EnvConfig.FIELDS).toString();
    }

    private static boolean hasPeriod(JsonNode config, double dtSeconds) {
        JsonNode simDt = config.path("sim").path("dt");
        JsonNode decimation = config.path("decimation");
        return simDt.isNumber()
                && decimation.isNumber()
                && Math.abs(simDt.asDouble() * decimation.asDouble() - dtSeconds) < 1e-9;
    }

    private static ObjectNode newConfig(double dtSeconds, String origin) {
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        config.putObject("sim").put("dt", dtSeconds).put("render_interval", 1);
        return config.put("decimation", 1).put(EnvConfig.IMPORTED_FROM, origin);
    }

    /**
     * A verdict, which some write as a number or a text; empty without one.
     *
     * @param notes learns of what is no verdict
     */
    public static Optional<Boolean> success(Map<String, Object> attributes, ImportNotes notes) {
        Object said = attributes.get("success");
        Optional<Boolean> verdict = verdict(said);
        if (said != null && verdict.isEmpty()) {
            notes.add("'success' is not taken where it is neither true nor false nor 0 or 1");
        }
        return verdict;
    }

    private static Optional<Boolean> verdict(Object said) {
        if (said instanceof Long number) {
            return Optional.of(number != 0);
        }
        String text = String.valueOf(said).strip();
        return text.matches("(?i)true|false|[01](\\.0)?")
                ? Optional.of(text.matches("(?i)true|1(\\.0)?"))
                : Optional.empty();
    }

    /**
     * How an episode ended. That and whether it succeeded are two things: a dataset may say either one alone.
     *
     * @param found empty where the dataset says nothing: a verdict says that the task was over, and without one nothing
     *     says that the environment ended the episode
     * @param success the verdict; empty where the dataset gives none, which is noted
     */
    public static EpisodeOutcome outcome(Optional<Ending> found, Optional<Boolean> success, ImportNotes notes) {
        if (found.equals(Optional.of(Ending.INCOMPLETE))) {
            return EpisodeOutcome.aborted("imported: its recording was incomplete");
        }
        boolean isCut = found.equals(Optional.of(Ending.TRUNCATED));
        if (success.isEmpty()) {
            notes.add("episodes without 'success' have no verdict: the dataset does not say whether they succeeded");
            return unjudged(found.orElse(Ending.TRUNCATED));
        }
        if (success.get()) {
            EpisodeOutcome achieved = EpisodeOutcome.success("imported");
            return isCut ? achieved.atLimit() : achieved;
        }
        return isCut ? EpisodeOutcome.truncated("imported") : EpisodeOutcome.failure("imported");
    }

    private static EpisodeOutcome unjudged(Ending ending) {
        String reason = "imported: the dataset does not say whether it succeeded";
        return ending == Ending.TERMINATED
                ? EpisodeOutcome.terminated(reason)
                : EpisodeOutcome.truncated(reason).unjudged();
    }

    /**
     * The ending that flags say after the last action.
     *
     * @param terminated whether the environment ended the episode; empty where that is not recorded
     * @param truncated whether a limit did, likewise
     * @return empty where neither is recorded
     */
    public static Optional<Ending> ending(Optional<Boolean> terminated, Optional<Boolean> truncated) {
        if (terminated.orElse(false)) {
            return Optional.of(Ending.TERMINATED);
        }
        return terminated.or(() -> truncated).map(recorded -> Ending.TRUNCATED);
    }

    /** The outcome with those of the attributes that it has room for. */
    public static EpisodeOutcome withAttributes(
            EpisodeOutcome outcome, Map<String, Object> attributes, ImportNotes notes) {
        EpisodeOutcome result = outcome;
        for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
            try {
                result = result.withAttributes(Map.of(attribute.getKey(), attribute.getValue()));
            } catch (IllegalArgumentException e) {
                notes.add(
                        "attribute '" + attribute.getKey() + "' is left out where it does not fit: " + e.getMessage());
            }
        }
        return result;
    }
}
