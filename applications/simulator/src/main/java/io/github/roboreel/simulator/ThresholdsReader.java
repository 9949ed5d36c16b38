package io.github.roboreel.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.tasks.EventThresholds;
import java.util.ArrayList;
import java.util.List;

/** Reads from where on something is an event; what the file leaves out is RoboLab's. */
final class ThresholdsReader {
    /** The key of the mapping in a task file. */
    static final String KEY = "event_thresholds";

    private static final List<String> KEYS = List.of(
            "contact_force_n",
            "slightly_closed_rad",
            "fully_closed_rad",
            "moving_speed_m_s",
            "bump_m",
            "move_m",
            "scene_centre_m",
            "scene_size_m",
            "tipped_over_rad");

    private final TaskFile file;
    private final JsonNode node;

    ThresholdsReader(TaskFile file, JsonNode node) {
        this.file = file;
        this.node = node;
    }

    EventThresholds read() {
        EventThresholds standard = EventThresholds.DEFAULT;
        if (node.isMissingNode()) {
            return standard;
        }
        file.requireMapping(node, KEY);
        file.requireKeys(node, KEY + ".", List.of(), KEYS);
        return file.checked(
                KEY,
                () -> new EventThresholds(
                        number(0, standard.contactForceNewton()),
                        number(1, standard.slightlyClosedRad()),
                        number(2, standard.fullyClosedRad()),
                        number(3, standard.movingSpeedMetresPerSecond()),
                        number(4, standard.bumpMetres()),
                        number(5, standard.moveMetres()),
                        vector(6, standard.sceneCentreMetres()),
                        vector(7, standard.sceneSizeMetres()),
                        number(8, standard.tippedOverRad())));
    }

    private double number(int key, double otherwise) {
        String name = KEYS.get(key);
        return file.numberOr(node.path(name), KEY + "." + name, otherwise);
    }

    private List<Double> vector(int key, List<Double> otherwise) {
        String name = KEYS.get(key);
        if (!node.has(name)) {
            return otherwise;
        }
        String path = KEY + "." + name;
        file.requireList(node.get(name), path);
        List<Double> values = new ArrayList<>();
        node.get(name).forEach(value -> values.add(file.number(value, path)));
        return values;
    }
}
