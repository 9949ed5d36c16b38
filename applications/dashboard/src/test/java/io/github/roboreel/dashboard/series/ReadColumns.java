package io.github.roboreel.dashboard.series;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns as a page reads them, by a reader of its own. */
public record ReadColumns(JsonNode header, List<int[]> allSteps, List<double[]> allValues) {
    public static ReadColumns of(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = in.getInt();
        JsonNode header = FormatJson.read(Arrays.copyOfRange(bytes, 4, 4 + length));
        in.position(4 + length);
        List<int[]> steps = new ArrayList<>();
        List<double[]> values = new ArrayList<>();
        for (JsonNode field : header.path("fields")) {
            double[] distances =
                    array(in, field.path("steps").asText(), field.path("points").asInt());
            steps.add(behindEachOther(header.path("from").asLong(), distances));
            values.add(array(in, field.path("values").asText(), distances.length));
        }
        return new ReadColumns(header, steps, values);
    }

    private static int[] behindEachOther(long from, double[] distances) {
        int[] steps = new int[distances.length];
        long step = from;
        for (int i = 0; i < steps.length; i++) {
            step += (long) distances[i];
            steps[i] = (int) step;
        }
        return steps;
    }

    private static double[] array(ByteBuffer in, String type, int points) {
        in.position((in.position() + 7) / 8 * 8);
        double[] array = new double[points];
        for (int i = 0; i < points; i++) {
            array[i] = switch (type) {
                case "uint8" -> in.get() & 0xff;
                case "uint16" -> in.getShort() & 0xffff;
                case "uint32" -> in.getInt() & 0xffffffffL;
                case "float32" -> in.getFloat();
                case "float64" -> in.getDouble();
                default -> throw new AssertionError("no type of an array: " + type);
            };
        }
        return array;
    }

    public int[] steps(int field) {
        return allSteps.get(field);
    }

    public double[] values(int field) {
        return allValues.get(field);
    }

    public String field(int field) {
        return header.path("fields").path(field).path("field").asText();
    }

    /** Types of a field's steps and values. */
    String types(int field) {
        JsonNode types = header.path("fields").path(field);
        return types.path("steps").asText() + " " + types.path("values").asText();
    }
}
