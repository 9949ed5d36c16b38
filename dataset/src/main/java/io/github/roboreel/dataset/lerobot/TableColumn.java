package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.format.DType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A column of a Parquet file: how DuckDB holds it, and the expression that it is written as.
 *
 * @param name of the column; may have slashes and dots
 * @param storage what DuckDB holds, a column of type each, in order
 * @param expression of them
 */
record TableColumn(String name, Map<String, String> storage, String expression) {
    static TableColumn scalar(String name, String type) {
        return new TableColumn(name, Map.of(name, type), DuckDb.name(name));
    }

    /** A list of one text. */
    static TableColumn textList(String name) {
        return new TableColumn(name, Map.of(name, "VARCHAR"), "[" + DuckDb.name(name) + "]");
    }

    /** Nested lists, which are held as one flat list. */
    static TableColumn lists(String name, String type, List<Long> shape) {
        return new TableColumn(name, Map.of(name, type + "[]"), nested(DuckDb.name(name), shape, 0));
    }

    /** The part of the flat list behind an offset, as lists of that shape. */
    private static String nested(String flat, List<Long> shape, long offset) {
        if (shape.size() == 1) {
            return flat + "[" + (offset + 1) + ":" + (offset + shape.get(0)) + "]";
        }
        List<Long> inner = shape.subList(1, shape.size());
        long elements = inner.stream().reduce(1L, Math::multiplyExact);
        return LongStream.range(0, shape.get(0))
                .mapToObj(i -> nested(flat, inner, offset + i * elements))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    /** A picture as the library embeds it: the file's bytes and its name. */
    static TableColumn picture(String name) {
        String bytes = name + "/bytes";
        String path = name + "/path";
        Map<String, String> storage = new LinkedHashMap<>();
        storage.put(bytes, "BLOB");
        storage.put(path, "VARCHAR");
        return new TableColumn(
                name, storage, "struct_pack(bytes := " + DuckDb.name(bytes) + ", path := " + DuckDb.name(path) + ")");
    }

    static TableColumn of(Column column) {
        if (column.isPicture()) {
            return picture(column.key());
        }
        String type = type(column.dtype());
        List<Long> shape = column.feature().shape();
        return column.feature().isScalar() ? scalar(column.key(), type) : lists(column.key(), type, shape);
    }

    private static String type(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> "FLOAT";
            case FLOAT64 -> "DOUBLE";
            case INT8 -> "TINYINT";
            case INT16 -> "SMALLINT";
            case INT32 -> "INTEGER";
            case INT64 -> "BIGINT";
            case UINT8 -> "UTINYINT";
            case UINT16 -> "USMALLINT";
            case UINT32 -> "UINTEGER";
            case UINT64 -> "UBIGINT";
            case BOOL -> "BOOLEAN";
            case FLOAT16, TEXT -> throw new IllegalStateException("no column is of " + dtype);
        };
    }
}
