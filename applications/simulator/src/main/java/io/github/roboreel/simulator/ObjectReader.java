package io.github.roboreel.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.simulator.TaskDefinition.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the objects of a task file: known ones by name, others by their shape. */
final class ObjectReader {
    private static final List<String> POSE_KEYS = List.of("x_m", "y_m", "yaw_rad");
    private static final List<String> SHAPE_KEYS = List.of("shape", "size_m", "mass_kg", "color");
    private static final double TABLE_REACH_METRES = 0.8;

    private final TaskFile file;

    ObjectReader(TaskFile file) {
        this.file = file;
    }

    Map<String, Placement> read(JsonNode node) {
        file.requireMapping(node, "objects");
        Map<String, Placement> objects = new LinkedHashMap<>();
        node.fieldNames().forEachRemaining(name -> objects.put(name, placement(name, node.get(name))));
        return objects;
    }

    private Placement placement(String name, JsonNode node) {
        String path = "objects." + name;
        boolean hasShape = node.has("shape");
        if (!hasShape && !ObjectCatalog.contains(name)) {
            throw file.fault(Sentence.of(
                    "objects: unknown object '%s'; known are %s, any other needs the keys %s.",
                    name, ObjectCatalog.names(), String.join(", ", SHAPE_KEYS)));
        }
        file.requireMapping(node, path);
        List<String> keys = new ArrayList<>(POSE_KEYS);
        keys.addAll(hasShape ? SHAPE_KEYS : List.of());
        file.requireKeys(node, path + ".", keys, List.of());
        return new Placement(
                hasShape ? ownModel(name, node, path) : ObjectCatalog.get(name),
                range(node.get("x_m"), path + ".x_m", TABLE_REACH_METRES),
                range(node.get("y_m"), path + ".y_m", TABLE_REACH_METRES),
                range(node.get("yaw_rad"), path + ".yaw_rad", Math.PI));
    }

    private ObjectModel ownModel(String name, JsonNode node, String path) {
        if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,62}") || isTaken(name)) {
            throw file.fault(Sentence.of(
                    "%s: expected a name of letters, digits and '_' that nothing else in the scene has, given '%s'.",
                    path, name));
        }
        file.requireList(node.get("size_m"), path + ".size_m");
        List<Double> sizes = new ArrayList<>();
        node.get("size_m").forEach(size -> sizes.add(file.number(size, path + ".size_m")));
        double massKg = file.number(node.get("mass_kg"), path + ".mass_kg");
        int color = color(node.get("color"), path + ".color");
        SimpleShape shape = shape(node.get("shape"), path + ".shape");
        return file.checked(path, () -> shape.model(name, sizes, massKg, color));
    }

    /** Whether the scene of {@code env_cfg.json}, or a schema file, means something else by a name. */
    private static boolean isTaken(String name) {
        return ObjectCatalog.contains(name)
                || List.of("robot", "table", "num_envs").contains(name)
                || Arrays.stream(PinholeCamera.values())
                        .anyMatch(camera -> camera.cameraName().equals(name));
    }

    private SimpleShape shape(JsonNode node, String path) {
        return Arrays.stream(SimpleShape.values())
                .filter(shape -> shape.label().equals(node.textValue()))
                .findFirst()
                .orElseThrow(() -> file.fault(path + ": expected box, cylinder or sphere, given " + node + "."));
    }

    private int color(JsonNode node, String path) {
        String text = file.text(node, path);
        if (!text.matches("#[0-9A-Fa-f]{6}")) {
            throw file.fault(path + ": expected a text such as \"#c82020\", given " + node + ".");
        }
        return Integer.parseInt(text.substring(1), 16);
    }

    private TaskDefinition.Range range(JsonNode node, String path, double limit) {
        if (!node.isArray() || node.size() != 2) {
            throw file.fault(path + ": expected [from, to], given " + node + ".");
        }
        double from = file.number(node.get(0), path);
        double to = file.number(node.get(1), path);
        if (from > to || from < -limit || to > limit) {
            throw file.fault(
                    Sentence.of("%s: expected from <= to within +-%.3f, given [%s, %s].", path, limit, from, to));
        }
        return new TaskDefinition.Range(from, to);
    }
}
