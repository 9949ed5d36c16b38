package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.JsonFields;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Series as a page gets them: the length of a JSON header as uint32, the header, and for each field its steps and its
 * values, all little-endian, each array from a multiple of 8 bytes on. Immutable but for the arrays.
 *
 * <p>The header names the type of each array, the least that holds it without loss. {@code steps} are uint8, uint16 or
 * uint32: how far each is behind the one before it, and the first behind {@code from}. {@code values} are float32 when
 * each is one, else float64.
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
    private static final String STEPS = "steps";
    private static final String VALUES = "values";

    /**
     * Values of one field.
     *
     * @param field its path, with the component in brackets
     * @param unit its unit; empty without one
     * @param min least finite value of all steps asked for, also of those that are not here; null without one
     * @param max likewise the greatest
     * @param steps ascending, none before {@code from}
     * @param values as many
     */
    public record Column(String field, String unit, Double min, Double max, int[] steps, double[] values) {
        /** Bytes of a step as it is sent. */
        private int stepBytes(long from) {
            long widest = 0;
            long before = from;
            for (int step : steps) {
                widest = Math.max(widest, step - before);
                before = step;
            }
            return widest <= 0xff ? Byte.BYTES : widest <= 0xffff ? Short.BYTES : Integer.BYTES;
        }

        private int valueBytes() {
            boolean isFloat32 = Arrays.stream(values).allMatch(value -> Double.compare((float) value, value) == 0);
            return isFloat32 ? Float.BYTES : Double.BYTES;
        }
    }

    public Columns {
        columns = List.copyOf(columns);
    }

    public byte[] bytes() {
        byte[] header = FormatJson.utf8(FormatJson.text(header()));
        int bytes = aligned(Integer.BYTES + header.length);
        for (Column column : columns) {
            int points = column.steps().length;
            bytes = Math.addExact(
                    bytes, aligned(points * column.stepBytes(from)) + aligned(points * column.valueBytes()));
        }
        ByteBuffer all = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        all.putInt(header.length).put(header).position(aligned(all.position()));
        for (Column column : columns) {
            putSteps(all, column);
            putValues(all, column);
        }
        return all.array();
    }

    private static int aligned(int bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private void putSteps(ByteBuffer all, Column column) {
        int bytes = column.stepBytes(from);
        long before = from;
        for (int step : column.steps()) {
            int distance = (int) (step - before);
            for (int i = 0; i < bytes; i++) {
                all.put((byte) (distance >>> i * Byte.SIZE));
            }
            before = step;
        }
        all.position(aligned(all.position()));
    }

    private static void putValues(ByteBuffer all, Column column) {
        boolean isFloat32 = column.valueBytes() == Float.BYTES;
        for (double value : column.values()) {
            if (isFloat32) {
                all.putFloat((float) value);
            } else {
                all.putDouble(value);
            }
        }
        all.position(aligned(all.position()));
    }

    private Map<String, Object> header() {
        List<Object> fields = new ArrayList<>();
        for (Column column : columns) {
            JsonFields field = new JsonFields()
                    .with("field", column.field())
                    .with("unit", column.unit())
                    .with("min", column.min())
                    .with("max", column.max())
                    .with("points", column.values().length)
                    .with(STEPS, "uint" + column.stepBytes(from) * Byte.SIZE)
                    .with(VALUES, "float" + column.valueBytes() * Byte.SIZE);
            fields.add(field);
        }
        return new JsonFields()
                .with("from", from)
                .with("to", to)
                .with("rows", rows)
                .with("dt", dtSeconds)
                .with("fields", fields);
    }
}
