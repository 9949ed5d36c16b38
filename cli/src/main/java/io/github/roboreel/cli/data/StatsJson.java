package io.github.roboreel.cli.data;

import io.github.roboreel.cli.ui.Json;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.transform.statistics.FieldStatistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Statistics for programs: a form of our own, and those that trainers read. */
final class StatsJson {
    /** Fractions of the quantiles by the names that they have in all forms. */
    static final Map<String, Double> FRACTIONS = fractions();

    private static final double FULL = 255;

    private static final List<String> TFDS_NAMES = List.of("mean", "std", "max", "min", "q01", "q99");

    private StatsJson() {}

    private static Map<String, Double> fractions() {
        Map<String, Double> fractions = new LinkedHashMap<>();
        fractions.put("q01", 0.01);
        fractions.put("q10", 0.1);
        fractions.put("q50", 0.5);
        fractions.put("q90", 0.9);
        fractions.put("q99", 0.99);
        return Collections.unmodifiableMap(fractions);
    }

    /** All that is known. */
    static String own(FoundStatistics found) {
        Map<String, Object> fields = new LinkedHashMap<>();
        found.fields().forEach((path, field) -> {
            ArraySpec spec = found.specs().get(path);
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("dtype", spec.dtype().label());
            json.put("shape", spec.shape());
            json.put("count", StepValues.nested(field.count()));
            json.put("nan_count", StepValues.nested(field.nans()));
            numbers(field).forEach((name, values) -> json.put(name, StepValues.nested(values)));
            fields.put(path, json);
        });
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("episodes", found.episodes());
        document.put("steps", found.steps());
        document.put("fields", fields);
        document.put("problems", found.problems());
        return Json.document(document);
    }

    private static Map<String, NdArray> numbers(FieldStatistics field) {
        Map<String, NdArray> numbers = new LinkedHashMap<>();
        numbers.put("min", field.min());
        numbers.put("max", field.max());
        numbers.put("mean", field.mean());
        numbers.put("std", field.std());
        FRACTIONS.forEach((name, fraction) -> {
            if (field.quantiles().containsKey(fraction)) {
                numbers.put(name, field.quantiles().get(fraction));
            }
        });
        return numbers;
    }

    /** As {@code meta/stats.json}: pictures from 0 to 1 and channels x 1 x 1, scalars as lists of one. */
    static String lerobot(FoundStatistics found) {
        Map<String, Object> document = new LinkedHashMap<>();
        found.fields().forEach((path, field) -> {
            ArraySpec spec = found.specs().get(path);
            Map<String, Object> json = new LinkedHashMap<>();
            numbers(field).forEach((name, values) -> json.put(name, StepValues.nested(shaped(spec, values))));
            json.put("count", List.of(found.rows().get(path)));
            document.put(key(spec), json);
        });
        return Json.document(document);
    }

    private static NdArray shaped(ArraySpec spec, NdArray values) {
        if (spec.isImage()) {
            return mapped(values, value -> value / FULL).reshaped(values.elements(), 1, 1);
        }
        return spec.shape().isEmpty() ? values.reshaped(1) : values;
    }

    private static NdArray mapped(NdArray values, DoubleUnaryOperator change) {
        double[] mapped = values.doubles();
        for (int i = 0; i < mapped.length; i++) {
            mapped[i] = change.applyAsDouble(mapped[i]);
        }
        return NdArray.ofDoubles(mapped);
    }

    /** The names that policies find their inputs by. */
    private static String key(ArraySpec spec) {
        String path = spec.path();
        if (path.equals(DemoPaths.ACTIONS)) {
            return "action";
        }
        if (!DemoPaths.isIn(DemoPaths.OBS, path)) {
            return path.replace('/', '.');
        }
        String name = path.substring(DemoPaths.OBS.length() + 1).replace('/', '.');
        return (spec.isImage() ? "observation.images." : "observation.") + name;
    }

    /**
     * As the {@code dataset_statistics_<hash>.json} that trainers on RLDS keep of one data set: octo-models/octo
     * 56e5e66f, octo/data/utils/data_utils.py, and OpenVLA's copy of it, which adds q01 and q99. Transitions are rows
     * of the actions; where nothing is observed, the proprioception is zeros, as many as an action has.
     */
    static String tfds(FoundStatistics found) {
        Map<String, Object> document = new LinkedHashMap<>();
        FieldStatistics actions = found.fields().get(DemoPaths.ACTIONS);
        if (actions == null) {
            throw RoboReelException.badArgument(
                    "these episodes have no field '%s', which the statistics of trainers are about; choose it with"
                            + " --fields, or print --json",
                    DemoPaths.ACTIONS);
        }
        List<FieldStatistics> proprio = proprio(found);
        document.put("action", joined(List.of(actions)));
        document.put("proprio", proprio.isEmpty() ? zeros(actions.mean().elements()) : joined(proprio));
        document.put("num_transitions", found.rows().get(DemoPaths.ACTIONS));
        document.put("num_trajectories", found.episodes());
        return Json.document(document);
    }

    private static List<FieldStatistics> proprio(FoundStatistics found) {
        List<FieldStatistics> proprio = new ArrayList<>();
        found.fields().forEach((path, field) -> {
            boolean isVector = found.specs().get(path).shape().size() <= 1;
            if (isVector && DemoPaths.isIn(DemoPaths.OBS, path)) {
                proprio.add(field);
            }
        });
        return proprio;
    }

    private static Map<String, Object> zeros(int length) {
        Map<String, Object> zeros = new LinkedHashMap<>();
        TFDS_NAMES.forEach(name -> zeros.put(name, Collections.nCopies(length, 0.0)));
        return zeros;
    }

    private static Map<String, Object> joined(List<FieldStatistics> fields) {
        Map<String, Object> joined = new LinkedHashMap<>();
        for (String name : TFDS_NAMES) {
            List<Double> values = new ArrayList<>();
            for (FieldStatistics field : fields) {
                NdArray numbers = numbers(field).get(name);
                for (int i = 0; i < numbers.elements(); i++) {
                    values.add(numbers.getDouble(i));
                }
            }
            joined.put(name, values);
        }
        return joined;
    }
}
