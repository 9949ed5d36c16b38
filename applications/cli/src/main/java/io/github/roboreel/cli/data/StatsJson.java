package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.transform.statistics.FieldStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics.Counts;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Statistics for programs: a form of our own, and those that trainers read. */
final class StatsJson {
    private static final double FULL = 255;

    private static final List<String> TFDS_NAMES = List.of("mean", "std", "max", "min", "q01", "q99");

    private StatsJson() {}

    /** All that is known. */
    static String own(FoundStatistics found) {
        Map<String, Object> fields = new LinkedHashMap<>();
        found.fields().forEach((path, field) -> {
            ArraySpec spec = found.specs().get(path);
            JsonFields json =
                    new JsonFields().with("dtype", spec.dtype().label()).with("shape", spec.shape());
            json.putAll(spec.signal().map());
            json.put("count", StepValues.nested(field.count()));
            json.put("nan_count", StepValues.nested(field.nans()));
            LeRobotNames.statistics(field).forEach((name, values) -> json.put(name, StepValues.nested(values)));
            fields.put(path, json);
        });
        return Json.document(new JsonFields()
                .with("episodes", found.episodes())
                .with("steps", found.steps())
                .with("fields", fields)
                .with("problems", ProblemLines.texts(found.problems())));
    }

    /**
     * As {@code meta/stats.json} of the export: pictures from 0 to 1 and channels x 1 x 1, all others one list each,
     * NaN where numpy has it.
     */
    static String lerobot(FoundStatistics found) {
        Map<String, Object> document = new LinkedHashMap<>();
        List<String> state = new ArrayList<>();
        found.specs().forEach((path, spec) -> {
            boolean isInState = LeRobotNames.isInState(path, spec.dtype(), spec.shape(), spec.unit());
            if (isInState) {
                state.add(path);
            }
            if (found.fields().containsKey(path) && !(isInState && LeRobotNames.isExactInState(spec.dtype()))) {
                document.put(key(spec), lerobot(found, path));
            }
        });
        if (!state.isEmpty()) {
            List<FieldStatistics> parts = state.stream()
                    .map(path -> found.fields().get(path).withNans())
                    .toList();
            Map<String, Object> json = joined(parts, LeRobotNames.statistics());
            json.put("count", List.of(found.counts().get(state.get(0)).rows()));
            document.put(LeRobotNames.STATE, json);
        }
        return Json.document(document);
    }

    private static Map<String, Object> lerobot(FoundStatistics found, String path) {
        ArraySpec spec = found.specs().get(path);
        Map<String, Object> json = new LinkedHashMap<>();
        LeRobotNames.statistics(found.fields().get(path).withNans())
                .forEach((name, values) -> json.put(name, StepValues.nested(shaped(spec, values))));
        json.put("count", List.of(found.counts().get(path).rows()));
        return json;
    }

    private static String key(ArraySpec spec) {
        if (spec.path().equals(DemoPaths.REWARDS)) {
            return LeRobotNames.REWARD;
        }
        boolean isCamera = spec.isImage() && DemoPaths.isIn(DemoPaths.OBS, spec.path());
        return isCamera ? LeRobotNames.image(spec.path()) : LeRobotNames.column(spec.path());
    }

    private static NdArray shaped(ArraySpec spec, NdArray values) {
        if (spec.isImage()) {
            return mapped(values, value -> value / FULL).reshaped(values.elements(), 1, 1);
        }
        return values.reshaped(values.elements());
    }

    private static NdArray mapped(NdArray values, DoubleUnaryOperator change) {
        double[] mapped = values.doubles();
        for (int i = 0; i < mapped.length; i++) {
            mapped[i] = change.applyAsDouble(mapped[i]);
        }
        return NdArray.ofDoubles(mapped);
    }

    /**
     * As the {@code dataset_statistics_<hash>.json} that trainers on RLDS keep of one data set: octo-models/octo
     * 56e5e66f, octo/data/utils/data_utils.py, and OpenVLA's copy of it, which adds q01 and q99. Transitions are rows
     * of the actions, trajectories the episodes that have some; where nothing is observed, the proprioception is zeros,
     * as many as an action has.
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
        document.put("action", joined(List.of(actions), TFDS_NAMES));
        document.put("proprio", proprio.isEmpty() ? zeros(actions.mean().elements()) : joined(proprio, TFDS_NAMES));
        Counts counts = found.counts().get(DemoPaths.ACTIONS);
        document.put("num_transitions", counts.rows());
        document.put("num_trajectories", counts.episodes());
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

    /** Of vectors side by side; NaN where a long one has no quantiles. */
    private static Map<String, Object> joined(List<FieldStatistics> fields, List<String> names) {
        Map<String, Object> joined = new LinkedHashMap<>();
        for (String name : names) {
            List<Double> values = new ArrayList<>();
            for (FieldStatistics field : fields) {
                NdArray numbers = LeRobotNames.statistics(field).get(name);
                for (int i = 0; i < field.mean().elements(); i++) {
                    values.add(numbers == null ? Double.NaN : numbers.getDouble(i));
                }
            }
            joined.put(name, values);
        }
        return joined;
    }
}
