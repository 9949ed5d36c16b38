package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.NumberCells;
import io.github.roboreel.format.DType;
import java.util.Optional;

/**
 * A column of numbers as a table stores it, read as the dataset declares it.
 *
 * @param cells what to select
 * @param note what differs between them; empty when nothing does
 */
record SourceColumn(NumberCells cells, Optional<String> note) {
    private static final int MAX_ARRAY_SIZE = 100_000;

    /**
     * Finds out how to read it.
     *
     * @param stored DuckDB's type of the column
     * @throws ExportRefusedException when it is none of such numbers
     */
    static SourceColumn of(LeRobotFeature feature, String stored) {
        int levels = 0;
        String element = stored;
        while (element.endsWith("[]")) {
            element = element.substring(0, element.length() - 2);
            levels++;
        }
        boolean isScalar =
                levels == 0 && feature.elements() == 1 && feature.shape().size() <= 1;
        boolean isNested = levels > 0 && levels == feature.shape().size();
        if (!TableReader.isNumber(element) || !isScalar && !isNested) {
            throw new ExportRefusedException(
                    "feature '%s' is declared as %s of the shape %s, but stored as %s; repair the dataset",
                    feature.key(), feature.type(), feature.shape(), stored.isEmpty() ? "nothing" : stored);
        }
        DType dtype = inTable(feature);
        String type = NumberCells.sqlType(dtype);
        String expression = expression(feature, type, levels);
        NumberCells cells = new NumberCells(feature.key(), expression, dtype, feature.elements(), levels > 0);
        boolean isOther = !element.equals(type);
        return new SourceColumn(
                cells,
                isOther
                        ? Optional.of("'" + feature.key() + "' is stored as " + element + " and read as "
                                + dtype.label() + ", as the dataset declares it")
                        : Optional.empty());
    }

    /** Half precision comes as single, which holds every value of it. */
    static DType inTable(LeRobotFeature feature) {
        return feature.dtype().orElseThrow().widened();
    }

    /** Inner lists go through arrays of fixed sizes, since other lengths cannot be detected once all are one list. */
    private static String expression(LeRobotFeature feature, String type, int levels) {
        String name = DuckDb.name(feature.key());
        if (levels < 2) {
            return "CAST(" + name + " AS " + type + "[]".repeat(levels) + ")";
        }
        StringBuilder fixed = new StringBuilder(type);
        for (int axis = levels - 1; axis > 0; axis--) {
            long size = feature.shape().get(axis);
            if (size > MAX_ARRAY_SIZE) {
                throw new ExportRefusedException(
                        "feature '%s' has inner lists of %s elements, and up to %s are read; reshape it",
                        feature.key(), size, MAX_ARRAY_SIZE);
            }
            fixed.append('[').append(size).append(']');
        }
        String lists = "CAST(CAST(" + name + " AS " + fixed + "[]) AS " + type + "[]".repeat(levels) + ")";
        return "flatten(".repeat(levels - 1) + lists + ")".repeat(levels - 1);
    }
}
