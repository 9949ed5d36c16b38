package io.github.roboreel.dataset.robomimic;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.format.Signals;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a robomimic file says of its environment.
 *
 * @param fileName for the origin of episodes
 * @param envArgs robomimic's {@code env_args}; missing without them
 * @param rewardsSource where rewards come from, as our exporter says; empty for other files
 * @param donesSource where dones come from, likewise: {@code ending} or {@code recorded}
 * @param poseOrder of the quaternions in poses
 * @param signals what our exporter says of the elements of the arrays, by path below the demo
 */
record RobomimicMetadata(
        String fileName,
        JsonNode envArgs,
        String rewardsSource,
        String donesSource,
        PoseOrder poseOrder,
        Signals signals) {
    /**
     * What the attributes say.
     *
     * @param root of the file's root group
     * @param attributes of the group {@code data}
     */
    static RobomimicMetadata of(Map<String, Object> root, Map<String, Object> attributes, Path file) {
        return new RobomimicMetadata(
                file.getFileName().toString(),
                FormatJson.readOrMissing(attributes.get("env_args")),
                text(attributes.get("rewards_source")),
                text(attributes.get("dones_source")),
                PoseOrder.of(root),
                Signals.of(attributes));
    }

    private static String text(Object attribute) {
        return attribute instanceof String text ? text : "";
    }

    /** Name of the environment; that of the file where it says none. */
    String envName() {
        String name = envArgs.path("env_name").asText("");
        return name.isBlank() ? fileName.replaceFirst("\\.h(df)?5$", "") : name;
    }

    /** Control period as robosuite gives it, s; 0 without one. */
    double dtSeconds() {
        double hertz = envArgs.path("env_kwargs").path("control_freq").asDouble();
        return hertz > 0 ? 1 / hertz : 0;
    }

    /** The configuration that our exporter keeps; empty for other files. */
    String envConfig() {
        JsonNode config = envArgs.path("env_kwargs").path("env_cfg");
        return config.isTextual() ? config.textValue() : config.toString();
    }
}
