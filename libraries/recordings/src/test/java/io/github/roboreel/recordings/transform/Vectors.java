package io.github.roboreel.recordings.transform;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.Checkout;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads conformance/transform-vectors.json, and compares with it. */
final class Vectors {
    private static final double ROUNDING = 1e-12;

    private Vectors() {}

    static JsonNode all() throws IOException {
        return new ObjectMapper()
                .readTree(Checkout.file("conformance/transform-vectors.json").toFile());
    }

    /** Steps of columns, one row of each column a step. */
    static Steps steps(JsonNode columns) {
        Map<String, NdArray> values = new LinkedHashMap<>();
        columns.properties().forEach(column -> values.put(column.getKey(), array(column.getValue())));
        int rows = values.values().iterator().next().rows();
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int row = i;
            Map<String, NdArray> one = new LinkedHashMap<>();
            values.forEach((path, rowsOfPath) -> one.put(path, rowsOfPath.row(row)));
            steps.add(new Step(i, one));
        }
        return Steps.of(steps);
    }

    /** Nested lists: bool, int64 or float64, by their first number. */
    static NdArray array(JsonNode nested) {
        List<Integer> shape = new ArrayList<>();
        JsonNode leaf = nested;
        while (leaf.isArray()) {
            shape.add(leaf.size());
            leaf = leaf.get(0);
        }
        List<JsonNode> leaves = new ArrayList<>();
        collect(nested, leaves);
        DType dtype = leaf.isBoolean() ? DType.BOOL : leaf.isIntegralNumber() ? DType.INT64 : DType.FLOAT64;
        double[] values = leaves.stream()
                .mapToDouble(value -> value.isBoolean() ? value.asBoolean() ? 1 : 0 : value.asDouble())
                .toArray();
        return NdArray.of(dtype, values)
                .reshaped(shape.stream().mapToInt(Integer::intValue).toArray());
    }

    private static void collect(JsonNode nested, List<JsonNode> leaves) {
        if (nested.isArray()) {
            nested.forEach(part -> collect(part, leaves));
        } else {
            leaves.add(nested);
        }
    }

    static void check(JsonNode expected, List<Step> steps) {
        assertEquals(expected.size(), steps.size(), "steps");
        for (int i = 0; i < steps.size(); i++) {
            String where = "result " + i;
            Step step = steps.get(i);
            assertEquals(expected.get(i).get("index").asLong(), step.index(), where);
            Map<String, NdArray> values = new LinkedHashMap<>();
            expected.get(i)
                    .get("values")
                    .properties()
                    .forEach(value -> values.put(value.getKey(), array(value.getValue())));
            assertEquals(values.keySet(), step.values().keySet(), where);
            values.forEach((path, value) -> check(where + ": " + path, value, step.get(path)));
        }
    }

    static void check(String where, NdArray expected, NdArray actual) {
        assertEquals(expected.toString(), actual.toString(), where);
        assertArrayEquals(expected.doubles(), actual.doubles(), ROUNDING, where);
    }
}
