package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Rules among the fields of one schema. */
final class SchemaRules {
    private SchemaRules() {}

    static void check(List<FieldSpec> fields) {
        List<String> faults = new ArrayList<>();
        TreeSet<String> paths = new TreeSet<>();
        for (FieldSpec field : fields) {
            if (!paths.add(field.path())) {
                faults.add("field '" + field.path() + "' is declared twice; give each field its own path");
            }
        }
        for (String path : paths) {
            addNesting(path, paths, faults);
        }
        fields.forEach(f -> addTimestamp(f, faults));
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    private static void addTimestamp(FieldSpec field, List<String> faults) {
        boolean simTime = field.path().equals(DemoPaths.SIM_TIME);
        if (!simTime && !field.path().equals(DemoPaths.WALL_TIME)) {
            return;
        }
        DType expected = simTime ? DType.FLOAT64 : DType.INT64;
        if (field.dtype() != expected || !field.shape().isEmpty() || field.phase() != FieldPhase.STEP) {
            faults.add(Sentence.of(
                    "field '%s' must be a %s scalar of every step; given %s of phase %s",
                    field.path(),
                    expected.label(),
                    field.typeText(),
                    field.phase().label()));
        }
    }

    private static void addNesting(String path, TreeSet<String> paths, List<String> faults) {
        for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            String parent = path.substring(0, slash);
            if (paths.contains(parent)) {
                faults.add(Sentence.of(
                        "field '%s' lies inside field '%s'; a dataset cannot hold another, rename one of them",
                        path, parent));
            }
        }
    }
}
