package io.github.roboreel.recorder.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.ConfigException;
import java.util.List;

/** A run as its files describe it when not every step is stored. */
public final class PlannedRun {
    private static final String SCHEDULE = "_step_schedule";

    private PlannedRun() {}

    /**
     * The period of steps and of video frames is that of the stored rows, and the configuration says how they were
     * chosen.
     */
    public static RunSpec of(RunSpec run, StepSchedule steps) {
        if (steps == StepSchedule.ALL) {
            return run;
        }
        int stride = steps.stride();
        List<EpisodeInfo> episodes = run.episodes().stream()
                .map(e -> new EpisodeInfo(e.instruction(), e.policy(), e.seed(), e.dtSeconds() * stride))
                .toList();
        return run.toBuilder()
                .episodes(episodes)
                .envConfigJson(config(run.envConfigJson(), steps))
                .build();
    }

    private static String config(String json, StepSchedule steps) {
        try {
            JsonNode config = FormatJson.read(json);
            if (config instanceof ObjectNode object) {
                multiply(object, "decimation", steps.stride());
                object.putPOJO(SCHEDULE, steps.attributes());
            }
            if (config.path("sim") instanceof ObjectNode sim) {
                multiply(sim, "render_interval", steps.stride());
            }
            return config.toString();
        } catch (JsonProcessingException e) {
            throw new ConfigException("envConfigJson", "is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** What the configuration says of the steps of every episode, as metadata; JSON. */
    public static String metadata(String config) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        JsonNode schedule = schedule(config);
        if (schedule.isObject()) {
            metadata.set(EpisodeMetadata.ATTRIBUTES, schedule);
        }
        return metadata.toString();
    }

    /** A damaged file's configuration may be no JSON; then the schedule is not known. */
    private static JsonNode schedule(String config) {
        return FormatJson.readOrMissing(config).path(SCHEDULE);
    }

    private static void multiply(ObjectNode parent, String name, int factor) {
        JsonNode value = parent.path(name);
        if (value.isIntegralNumber()) {
            parent.put(name, value.longValue() * factor);
        } else if (value.isNumber()) {
            parent.put(name, value.doubleValue() * factor);
        }
    }
}
