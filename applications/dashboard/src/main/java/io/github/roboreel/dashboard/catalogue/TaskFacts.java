package io.github.roboreel.dashboard.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.recordings.folder.EnvFolder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What is known of a task. Empty or missing where nothing says it.
 *
 * @param name of the task
 * @param instructions wordings by type
 * @param attributes its labels
 * @param scene where it plays
 * @param subtasks as the file has them
 * @param terminations as the file has them
 * @param limit how long an episode may be
 */
record TaskFacts(
        String name,
        Map<String, String> instructions,
        List<String> attributes,
        Scene scene,
        JsonNode subtasks,
        JsonNode terminations,
        Limit limit) {
    /**
     * Where a task plays.
     *
     * @param name empty without one
     * @param objects what is known of each object, by name
     */
    record Scene(String name, Map<String, JsonNode> objects) {
        private Scene completedBy(Scene other) {
            Map<String, JsonNode> all = new LinkedHashMap<>(objects);
            other.objects.forEach(
                    (object, facts) -> all.merge(object, facts, (one, two) -> one.isMissingNode() ? two : one));
            return new Scene(name.isEmpty() ? other.name : name, all);
        }

        private List<Map<String, Object>> rows() {
            List<Map<String, Object>> rows = new ArrayList<>();
            objects.forEach((object, facts) -> {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("name", object);
                facts.properties().forEach(entry -> row.putIfAbsent(entry.getKey(), entry.getValue()));
                rows.add(row);
            });
            return rows;
        }
    }

    /**
     * How long an episode may be.
     *
     * @param steps -1 when that is not known
     */
    record Limit(OptionalDouble seconds, long steps) {
        private Limit completedBy(Limit other) {
            return new Limit(seconds.isPresent() ? seconds : other.seconds, Math.max(steps, other.steps));
        }
    }

    private static final List<String> LEVELS = List.of("simple", "moderate", "complex");

    static TaskFacts ofFile(JsonNode file, String fileName) {
        String name = file.path("name").asText(fileName);
        return new TaskFacts(
                name,
                texts(file.path("instructions")),
                LenientJson.texts(file.path("attributes")),
                new Scene(file.path("scene").asText(""), named(file.path("objects"))),
                file.path("subtasks"),
                file.path("terminations"),
                new Limit(LenientJson.number(file.path("episode_length_s")), -1));
    }

    /** Of a recording's configuration. */
    static TaskFacts ofEnv(EnvFolder env) {
        JsonNode config = env.config();
        String task = env.settings().taskName();
        TaskFacts file = ofFile(config.path("task_file"), task == null ? env.name() : task);
        OptionalDouble seconds = LenientJson.number(config.path("episode_length_s"));
        OptionalDouble dt = env.dtSeconds();
        long steps = seconds.isPresent() && dt.isPresent() ? Math.round(seconds.getAsDouble() / dt.getAsDouble()) : -1;
        TaskFacts own = new TaskFacts(
                file.name(),
                instructions(env),
                env.settings().labels() == null
                        ? List.of()
                        : labels(env.settings().labels()),
                new Scene(
                        config.path("scene").isTextual()
                                ? config.path("scene").asText()
                                : config.path("scene_name").asText(""),
                        sceneObjects(config)),
                config.path("subtasks"),
                config.path("terminations"),
                new Limit(seconds, steps));
        return own.completedBy(file);
    }

    private static Map<String, String> instructions(EnvFolder env) {
        Map<String, String> variants = env.settings().instructionVariants();
        if (variants != null && !variants.isEmpty()) {
            return variants;
        }
        String one = env.settings().instruction();
        return one == null || one.isEmpty() ? Map.of() : Map.of("default", one);
    }

    private static List<String> labels(List<Object> labels) {
        return labels.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }

    /** Rigid objects of the scene, or what contacts are watched of. */
    private static Map<String, JsonNode> sceneObjects(JsonNode config) {
        Map<String, JsonNode> objects = new LinkedHashMap<>();
        config.path("scene").properties().forEach(entry -> {
            if (entry.getValue().path("class_type").asText().equals("rigid_object")) {
                objects.put(entry.getKey(), entry.getValue());
            }
        });
        LenientJson.texts(config.path("contact_object_list"))
                .forEach(name -> objects.putIfAbsent(name, MissingNode.getInstance()));
        return objects;
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static Map<String, JsonNode> named(JsonNode node) {
        Map<String, JsonNode> named = new LinkedHashMap<>();
        node.properties().forEach(entry -> named.put(entry.getKey(), entry.getValue()));
        for (Iterator<JsonNode> list =
                        node.isArray() ? node.elements() : List.<JsonNode>of().iterator();
                list.hasNext(); ) {
            JsonNode one = list.next();
            named.put(one.isTextual() ? one.asText() : one.path("name").asText(), one);
        }
        return named;
    }

    /** The same, and what another source knows beyond it. */
    TaskFacts completedBy(TaskFacts other) {
        return new TaskFacts(
                name,
                instructions.isEmpty() ? other.instructions : instructions,
                attributes.isEmpty() ? other.attributes : attributes,
                scene.completedBy(other.scene),
                subtasks.isEmpty() ? other.subtasks : subtasks,
                terminations.isEmpty() ? other.terminations : terminations,
                limit.completedBy(other.limit));
    }

    Map<String, Object> document() {
        return new JsonFields()
                .with("name", name)
                .with("instructions", instructions)
                .with("attributes", attributes)
                .with(
                        "difficulty",
                        attributes.stream().filter(LEVELS::contains).findFirst().orElse(null))
                .with("scene", scene.name.isEmpty() ? null : scene.name)
                .with("objects", scene.rows())
                .with("subtasks", subtasks.isMissingNode() ? List.of() : subtasks)
                .with("terminations", terminations.isMissingNode() ? null : terminations)
                .with("episode_length_s", limit.seconds.isPresent() ? limit.seconds.getAsDouble() : null)
                .with("max_steps", limit.steps < 0 ? null : limit.steps);
    }
}
