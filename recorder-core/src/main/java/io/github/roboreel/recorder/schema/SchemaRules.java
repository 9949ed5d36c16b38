package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
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
        fields.forEach(f -> addRequired(f, faults));
        refuse(faults);
    }

    /** See {@link FieldSchema#requireRecordable}. */
    static void requireRecordable(List<FieldSpec> fields) {
        List<String> faults = new ArrayList<>();
        for (FieldSpec field : fields) {
            addReserved(field.path(), faults);
            addContradiction(field, DemoPaths.INITIAL_STATE, FieldPhase.FINAL, faults);
            addContradiction(field, DemoPaths.INITIAL_EXTRINSICS, FieldPhase.FINAL, faults);
            addContradiction(field, DemoPaths.FINAL_OBS, FieldPhase.INITIAL, faults);
        }
        refuse(faults);
    }

    private static void refuse(List<String> faults) {
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    private static void addReserved(String path, List<String> faults) {
        if (KnownField.isReserved(path)) {
            faults.add(Sentence.of(
                    "field '%s' is in group 'tracks', which is reserved for fields with a rate of their own; choose"
                            + " another path",
                    path));
        }
    }

    private static void addContradiction(FieldSpec field, String group, FieldPhase phase, List<String> faults) {
        if (field.phase() == phase && DemoPaths.isIn(group, field.path())) {
            faults.add(Sentence.of(
                    "field '%s' is of phase %s, which fields in '%s' cannot be; choose another phase or path",
                    field.path(), phase.label(), group));
        }
    }

    private static void addRequired(FieldSpec field, List<String> faults) {
        KnownField known =
                KnownField.of(field.path()).filter(KnownField::isRequired).orElse(null);
        if (known == null) {
            return;
        }
        boolean isRight = field.dtype() == known.dtype() && known.hasShape(field.shape());
        if (!isRight || field.phase() != FieldPhase.STEP) {
            faults.add(Sentence.of(
                    "field '%s' must be a %s scalar of every step; given %s of phase %s",
                    field.path(),
                    known.dtype().label(),
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
