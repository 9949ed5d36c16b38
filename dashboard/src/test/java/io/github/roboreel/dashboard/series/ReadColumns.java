package io.github.roboreel.dashboard.series;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns as a page reads them: steps and values in turn. */
record ReadColumns(JsonNode header, List<double[]> arrays) {
    static ReadColumns of(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = in.getInt();
        JsonNode header = FormatJson.read(Arrays.copyOfRange(bytes, 4, 4 + length));
        in.position((4 + length + 7) / 8 * 8);
        List<double[]> arrays = new ArrayList<>();
        for (JsonNode array : header.path("arrays")) {
            double[] values = new double[array.path("length").asInt()];
            in.asDoubleBuffer().get(values);
            in.position(in.position() + values.length * Double.BYTES);
            arrays.add(values);
        }
        return new ReadColumns(header, arrays);
    }

    double[] steps(int field) {
        return arrays.get(2 * field);
    }

    double[] values(int field) {
        return arrays.get(2 * field + 1);
    }
}
