package io.github.roboreel.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What must hold among the fields of one schema. */
final class SchemaRules {
    private SchemaRules() {}

    static void check(List<FieldSpec> fields) {
        List<String> faults = new ArrayList<>();
        TreeSet<String> paths = new TreeSet<>();
        for (FieldSpec field : fields) {
            if (!paths.add(field.path())) {
                faults.add(
                        "field '"
                                + field.path()
                                + "' is declared twice; give each field its own path");
            }
        }
        for (String path : paths) {
            addNesting(path, paths, faults);
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    private static void addNesting(String path, TreeSet<String> paths, List<String> faults) {
        for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            String parent = path.substring(0, slash);
            if (paths.contains(parent)) {
                faults.add(
                        "field '"
                                + path
                                + "' lies inside field '"
                                + parent
                                + "'; a dataset cannot hold another, rename one of them");
            }
        }
    }
}
