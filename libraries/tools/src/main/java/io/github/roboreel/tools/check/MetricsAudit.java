package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Holds the standard metrics of a line against those that the stored data give; what else is there cannot be checked.
 *
 * @param scope the env folder
 * @param demo the demo of the line
 * @param hasFailed whether the line says that the metrics could not be computed, so that missing ones are no surprise
 * @param error takes what is wrong
 */
record MetricsAudit(Scope scope, DemoFacts demo, boolean hasFailed, BiConsumer<String, String> error) {
    /** Tolerance of float32 data. */
    private static final double RELATIVE = 1e-5;

    /** What RoboLab's loader asks for; without one of them it writes no metrics. */
    private static final List<String> REQUIRED = List.of(
            DemoPaths.ACTIONS,
            DemoPaths.EE_POSITION,
            DemoPaths.EE_ORIENTATION,
            DemoPaths.ARTICULATIONS + "/robot/joint_position",
            DemoPaths.ARTICULATIONS + "/robot/joint_velocity");

    void run(JsonNode given) {
        if (!given.isObject() || demo.rows().metrics() == null) {
            return;
        }
        boolean mayBeEmpty = !scope.isOurs() && !demo.datasets().keySet().containsAll(REQUIRED);
        if (given.isEmpty() && mayBeEmpty) {
            return;
        }
        if (demo.rows().metrics().isEmpty()
                && EpisodeMetrics.STANDARD.names().stream().anyMatch(given::has)) {
            error.accept("metrics", "are there, but the stored data give none");
        }
        List<String> differing = new ArrayList<>();
        demo.rows().metrics().forEach((name, value) -> {
            if (!agrees(name, given.path(name), value)) {
                differing.add(name);
            }
        });
        if (!differing.isEmpty()) {
            report(differing, given);
        }
    }

    private void report(List<String> differing, JsonNode given) {
        String first = differing.get(0);
        String others =
                differing.size() == 1 ? "" : "; so do " + String.join(", ", differing.subList(1, differing.size()));
        JsonNode stored = given.path(first);
        error.accept(
                "metrics." + first,
                (stored.isMissingNode() ? "is missing" : "is " + stored)
                        + " and differs from what the stored data give, "
                        + demo.rows().metrics().get(first)
                        + others);
    }

    private boolean agrees(String name, JsonNode given, Double value) {
        if (given.isMissingNode()) {
            return hasFailed
                    || (!scope.isOurs() && !EpisodeMetrics.ROBOLAB.names().contains(name));
        }
        boolean isNumber = given.isNumber() && Double.isFinite(given.doubleValue());
        if (given.isNumber() && !isNumber && !scope.isOurs()) {
            // Named as a habit of the recorder where the line is looked at by itself.
            return true;
        }
        return isNumber == (value != null) && (!isNumber || Scope.agree(given.doubleValue(), value, RELATIVE));
    }
}
