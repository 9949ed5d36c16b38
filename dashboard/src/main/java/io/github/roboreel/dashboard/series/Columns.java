package io.github.roboreel.dashboard.series;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Series as a page gets them: the length of a JSON header as uint32, the header, zeros up to a multiple of 8 bytes, and
 * for each field its steps and its values as float64, all little-endian. Immutable but for the arrays.
 *
 * @param from first step asked for
 * @param to step after the last one
 * @param rows steps of the episode now
 * @param dtSeconds time between two steps, s
 * @param columns field by field
 */
public record Columns(long from, long to, long rows, double dtSeconds, List<Column> columns) {
    /** Media type. */
    public static final String TYPE = "application/x-roboreel-columns";

    private static final int ALIGNMENT = 8;

    /**
     * Values of one field.
     *
     * @param field its path, with the component in brackets
     * @param unit its unit; empty without one
     * @param min least finite value of all steps asked for, also of those that are not here; null without one
     * @param max likewise the greatest
     * @param steps in order
     * @param values as many
     */
    public record Column(String field, String unit, Double min, Double max, double[] steps, double[] values) {
        /** All rows that were asked for. */
        public static Column of(String field, String unit, double[] steps, double[] values) {
            DoubleSummaryStatistics finite =
                    Arrays.stream(values).filter(Double::isFinite).summaryStatistics();
            boolean isNone = finite.getCount() == 0;
            return new Column(
                    field,
                    unit,
                    isNone ? null : (Double) finite.getMin(),
                    isNone ? null : (Double) finite.getMax(),
                    steps,
                    values);
        }
    }

    /** Copies the list. */
    public Columns {
        columns = List.copyOf(columns);
    }

    /** The bytes. */
    public byte[] bytes() {
        byte[] header = FormatJson.utf8(FormatJson.text(header()));
        int start = (Integer.BYTES + header.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        int bytes = start;
        for (Column column : columns) {
            bytes = Math.addExact(bytes, (column.steps().length + column.values().length) * Double.BYTES);
        }
        ByteBuffer all = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        all.putInt(header.length).put(header).position(start);
        for (Column column : columns) {
            put(all, column.steps());
            put(all, column.values());
        }
        return all.array();
    }

    /**
     * What {@link #bytes} made.
     *
     * @throws IOException when it made no such thing
     */
    public static Columns read(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = in.getInt();
        JsonNode header = FormatJson.read(Arrays.copyOfRange(bytes, Integer.BYTES, Integer.BYTES + length));
        in.position((Integer.BYTES + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        List<Column> columns = new ArrayList<>();
        for (JsonNode field : header.path("fields")) {
            int points = field.path("points").asInt();
            columns.add(new Column(
                    field.path("field").asText(),
                    field.path("unit").asText(),
                    field.path("min").isNumber() ? field.path("min").asDouble() : null,
                    field.path("max").isNumber() ? field.path("max").asDouble() : null,
                    take(in, points),
                    take(in, points)));
        }
        return new Columns(
                header.path("from").asLong(),
                header.path("to").asLong(),
                header.path("rows").asLong(),
                header.path("dt").asDouble(),
                columns);
    }

    private static double[] take(ByteBuffer in, int count) {
        double[] values = new double[count];
        in.asDoubleBuffer().get(values);
        in.position(in.position() + count * Double.BYTES);
        return values;
    }

    private static void put(ByteBuffer all, double[] values) {
        all.asDoubleBuffer().put(values);
        all.position(all.position() + values.length * Double.BYTES);
    }

    private Map<String, Object> header() {
        List<Object> fields = new ArrayList<>();
        List<Object> arrays = new ArrayList<>();
        for (Column column : columns) {
            Map<String, Object> field = new LinkedHashMap<>();
            field.put("field", column.field());
            field.put("unit", column.unit());
            field.put("min", column.min());
            field.put("max", column.max());
            field.put("points", column.values().length);
            fields.add(field);
            arrays.add(Map.of("length", column.steps().length));
            arrays.add(Map.of("length", column.values().length));
        }
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("from", from);
        header.put("to", to);
        header.put("rows", rows);
        header.put("dt", dtSeconds);
        header.put("fields", fields);
        header.put("arrays", arrays);
        return header;
    }
}
