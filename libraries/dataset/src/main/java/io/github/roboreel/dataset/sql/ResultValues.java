package io.github.roboreel.dataset.sql;

import io.github.roboreel.format.FormatJson;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBStruct;
import org.duckdb.JsonNode;

/** Makes plain values of those of a result. */
final class ResultValues {
    private ResultValues() {}

    /** The value of a column, from 1, in the row that the result is at. */
    static Object at(ResultSet rows, int column) throws SQLException {
        Object value = rows.getObject(column);
        // A Timestamp goes by the zone of this machine, which DuckDB's has not.
        return value instanceof Timestamp
                ? rows.getObject(column, LocalDateTime.class).toString()
                : plain(value);
    }

    private static Object plain(Object value) throws SQLException {
        if (value == null || value instanceof Boolean || value instanceof Number || value instanceof String) {
            return value;
        }
        if (value instanceof Array array) {
            return list((Object[]) array.getArray());
        }
        if (value instanceof DuckDBStruct struct) {
            return map(struct.getMap());
        }
        if (value instanceof Map<?, ?> map) {
            return map(map);
        }
        if (value instanceof JsonNode json) {
            return FormatJson.readOrMissing(json.toString());
        }
        if (value instanceof Blob blob) {
            return HexFormat.of().formatHex(blob.getBytes(1, Math.toIntExact(blob.length())));
        }
        return value instanceof Timestamp time ? time.toLocalDateTime().toString() : value.toString();
    }

    private static List<Object> list(Object[] elements) throws SQLException {
        List<Object> list = new ArrayList<>(elements.length);
        for (Object element : elements) {
            list.add(plain(element));
        }
        return list;
    }

    private static Map<String, Object> map(Map<?, ?> entries) throws SQLException {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            map.put(String.valueOf(plain(entry.getKey())), plain(entry.getValue()));
        }
        return map;
    }
}
