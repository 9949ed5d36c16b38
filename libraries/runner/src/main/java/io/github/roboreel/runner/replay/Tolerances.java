package io.github.roboreel.runner.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.config.YamlFile;
import io.github.roboreel.recordings.episodes.NamePattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How much a replayed field may differ from the recorded one, in the unit of its drift. Flags and counts are always to
 * be equal. Immutable.
 *
 * @param rules the first one that names a field holds; a field that none names is to be equal
 */
public record Tolerances(List<Rule> rules) {
    /** Every value is to be equal. */
    public static final Tolerances EXACT = new Tolerances(List.of());

    /**
     * Tolerance of some fields.
     *
     * @param fields pattern of their paths
     * @param unit that it is for; empty for each unit
     * @param most that a drift may be
     */
    public record Rule(NamePattern fields, String unit, double most) {}

    public Tolerances {
        rules = List.copyOf(rules);
    }

    /**
     * Reads a YAML file: a number for each pattern of paths, or a number for each unit, such as {@code states/*: {m:
     * 0.001, rad: 0.01}}.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when a value is no number of 0 or more
     * @throws io.github.roboreel.recorder.config.ConfigException when it is no YAML mapping
     */
    public static Tolerances read(Path file) {
        List<Rule> rules = new ArrayList<>();
        for (var entry : YamlFile.read(file).properties()) {
            NamePattern fields = new NamePattern(entry.getKey());
            if (entry.getValue().isObject()) {
                for (var unit : entry.getValue().properties()) {
                    rules.add(new Rule(fields, unit.getKey(), number(file, entry.getKey(), unit.getValue())));
                }
            } else {
                rules.add(new Rule(fields, "", number(file, entry.getKey(), entry.getValue())));
            }
        }
        return new Tolerances(rules);
    }

    private static double number(Path file, String key, JsonNode value) {
        if (!value.isNumber() || !(value.doubleValue() >= 0)) {
            throw RoboReelException.badArgument(
                    "%s: the tolerance of '%s' is to be a number of 0 or more, given %s", file, key, value);
        }
        return value.doubleValue();
    }

    /** The tolerance of a part of a field. */
    double of(DriftSeries series) {
        DriftPart part = series.part();
        if (part.kind() == DriftPart.Kind.EXACT) {
            return 0;
        }
        return rules.stream()
                .filter(rule -> rule.fields().matches(series.path()))
                .filter(rule -> rule.unit().isEmpty() || rule.unit().equals(part.unit()))
                .mapToDouble(Rule::most)
                .findFirst()
                .orElse(0);
    }
}
