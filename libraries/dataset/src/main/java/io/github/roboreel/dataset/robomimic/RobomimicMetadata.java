package io.github.roboreel.dataset.robomimic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.Statements;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.format.Signals;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a robomimic file says of its environment.
 *
 * @param fileName for the origin of episodes
 * @param attributes of the group {@code data}
 * @param data the same with the JSON in their texts
 * @param root attributes of the root group, likewise
 * @param rewardsSource where rewards come from, as our exporter says; empty for other files
 * @param donesSource where dones come from, likewise: {@code ending} or {@code recorded}
 * @param poseOrder of the quaternions in poses
 * @param signals what our exporter says of the elements of the arrays, by path below the demo
 */
record RobomimicMetadata(
        String fileName,
        Map<String, Object> attributes,
        ObjectNode data,
        ObjectNode root,
        String rewardsSource,
        String donesSource,
        PoseOrder poseOrder,
        Signals signals) {
    /** Attribute of {@code data}: how robomimic's tools make the environment. */
    static final String ENV_ARGS = "env_args";

    /**
     * Where our exporter keeps the environment's configuration: in {@code env_kwargs}, or an attribute of {@code data}.
     */
    static final String ENV_CONFIG = "env_cfg";

    private static final Set<String> COUNTS = Set.of("total", "num_demos");

    /** What our exporter writes that an import needs or makes itself. */
    private static final Set<String> OURS = Set.of(
            "total",
            ENV_ARGS,
            ENV_CONFIG,
            "rewards_source",
            "dones_source",
            "split_seed",
            "changes",
            AttributeNames.SIGNALS);

    /** A configuration stands in every run file. */
    private static final int MAX_KEPT_CHARS = 1 << 18;

    private static final int ROBOSUITE_HERTZ = 20;
    private static final int ROBOLAB_HERTZ = 15;

    /** Object of an environment's configuration: the attributes of {@code data} in the file that was imported. */
    static final String KEPT = "robomimic";

    /**
     * What the attributes say.
     *
     * @param root of the file's root group
     * @param attributes of the group {@code data}
     */
    static RobomimicMetadata of(Map<String, Object> root, Map<String, Object> attributes, Path file) {
        return new RobomimicMetadata(
                file.getFileName().toString(),
                attributes,
                Statements.place(attributes),
                Statements.place(root),
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
        Optional<String> inArgs = new Statements(List.of(data.path(ENV_ARGS))).envName();
        return inArgs.or(() -> new Statements(List.of(data, root)).envName())
                .orElse(fileName.replaceFirst("\\.h(df)?5$", ""));
    }

    /** What is said of an episode: by its own attributes, then by those of the file. */
    Statements statements(Map<String, Object> demo) {
        return new Statements(List.of(Statements.place(demo), data, root));
    }

    /** Steps a second where the file does not say it: robosuite's collection script does not, RoboLab takes 15. */
    int usualHertz() {
        return data.has("repository_version") ? ROBOSUITE_HERTZ : ROBOLAB_HERTZ;
    }

    /** Whether our exporter wrote the file. */
    boolean isOurs() {
        return !rewardsSource.isEmpty();
    }

    /** The configuration that our exporter keeps; empty for other files. */
    String envConfig() {
        JsonNode inArgs = data.path(ENV_ARGS).path("env_kwargs").path(ENV_CONFIG);
        JsonNode config = isOurs() && data.has(ENV_CONFIG) ? data.path(ENV_CONFIG) : inArgs;
        return config.isTextual() ? config.textValue() : config.toString();
    }

    /**
     * What a foreign file says of all its demos, as an environment's configuration keeps it for an export; empty where
     * our exporter wrote the file. Counts are not kept, as they are of that file.
     */
    Map<String, Object> kept() {
        Map<String, Object> kept = new LinkedHashMap<>(attributes);
        kept.keySet().removeIf(name -> isOurs() || COUNTS.contains(name) || !isKept(attributes.get(name)));
        return kept;
    }

    private static boolean isKept(Object value) {
        boolean isFinite = !(value instanceof Double number) || Double.isFinite(number);
        boolean isShort = !(value instanceof String text) || text.length() <= MAX_KEPT_CHARS;
        return isFinite && isShort;
    }

    /** Attributes that the recording does not have: of the root group, too long, no number, or added to our file. */
    Set<String> unused() {
        Set<String> unused = new TreeSet<>();
        root.fieldNames().forEachRemaining(unused::add);
        if (root.path(PoseOrder.VERSION).isNumber()) {
            unused.remove(PoseOrder.VERSION);
        }
        JsonNode givenBack = FormatJson.readOrMissing(envConfig()).path(KEPT);
        attributes.forEach((name, value) -> {
            boolean isKnown =
                    isOurs() ? OURS.contains(name) || givenBack.has(name) : COUNTS.contains(name) || isKept(value);
            if (!isKnown) {
                unused.add("data@" + name);
            }
        });
        return unused;
    }
}
