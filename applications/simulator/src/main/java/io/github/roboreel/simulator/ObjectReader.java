package io.github.roboreel.simulator;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.simulator.TaskDefinition.Placement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the objects of a task file: known ones by name, others by their shape. */
final class ObjectReader {
    private static final List<String> POSE_KEYS = List.of("x_m", "y_m", "yaw_rad");
    private static final List<String> SHAPE_KEYS = List.of("shape", "size_m", "mass_kg", "color");
    private static final double TABLE_REACH_METRES = 0.8;

    private ObjectReader() {}

    static Map<String, Placement> read(TaskNode node) {
        Map<String, Placement> objects = new LinkedHashMap<>();
        node.entries().forEach((name, object) -> objects.put(name, placement(node, name, object)));
        return objects;
    }

    private static Placement placement(TaskNode objects, String name, TaskNode node) {
        boolean hasShape = node.value().has("shape");
        if (!hasShape && !ObjectCatalog.contains(name)) {
            throw objects.fault(Sentence.of(
                    "unknown object '%s'; known are %s, any other needs the keys %s.",
                    name, ObjectCatalog.names(), String.join(", ", SHAPE_KEYS)));
        }
        Stream<String> keys = Stream.concat(POSE_KEYS.stream(), hasShape ? SHAPE_KEYS.stream() : Stream.of());
        node.requireKeys(keys.toList(), List.of());
        return new Placement(
                hasShape ? ownModel(name, node) : ObjectCatalog.get(name),
                range(node.at("x_m"), TABLE_REACH_METRES),
                range(node.at("y_m"), TABLE_REACH_METRES),
                range(node.at("yaw_rad"), Math.PI));
    }

    private static ObjectModel ownModel(String name, TaskNode node) {
        if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,62}") || isTaken(name)) {
            throw node.fault(Sentence.of(
                    "expected a name of letters, digits and '_' that nothing else in the scene has, given '%s'.",
                    name));
        }
        List<Double> sizes = node.at("size_m").numbers();
        double massKg = node.at("mass_kg").number();
        int color = color(node.at("color"));
        SimpleShape shape = shape(node.at("shape"));
        return node.checked(() -> shape.model(name, sizes, massKg, color));
    }

    /** Whether the scene of {@code env_cfg.json}, or a schema file, means something else by a name. */
    private static boolean isTaken(String name) {
        return ObjectCatalog.contains(name)
                || List.of("robot", "table", "num_envs").contains(name)
                || Arrays.stream(PinholeCamera.values())
                        .anyMatch(camera -> camera.cameraName().equals(name));
    }

    private static SimpleShape shape(TaskNode node) {
        return Arrays.stream(SimpleShape.values())
                .filter(shape -> shape.label().equals(node.value().textValue()))
                .findFirst()
                .orElseThrow(() -> node.fault("expected box, cylinder or sphere, given " + node.value() + "."));
    }

    private static int color(TaskNode node) {
        String text = node.text();
        if (!text.matches("#[0-9A-Fa-f]{6}")) {
            throw node.fault("expected a text such as \"#c82020\", given " + node.value() + ".");
        }
        return Integer.parseInt(text.substring(1), 16);
    }

    private static TaskDefinition.Range range(TaskNode node, double limit) {
        if (!node.value().isArray() || node.value().size() != 2) {
            throw node.fault("expected [from, to], given " + node.value() + ".");
        }
        double from = node.numbers().get(0);
        double to = node.numbers().get(1);
        if (from > to || from < -limit || to > limit) {
            throw node.fault(Sentence.of("expected from <= to within +-%.3f, given [%s, %s].", limit, from, to));
        }
        return new TaskDefinition.Range(from, to);
    }
}
