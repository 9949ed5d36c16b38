package io.github.roboreel.dataset.lerobot.statistics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Numbers in JSON as compressed bytes: small, exact, and NaN like any other. */
final class PackedNumbers {
    private PackedNumbers() {}

    static JsonNode of(long[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(numbers.length, Long.BYTES));
        bytes.asLongBuffer().put(numbers);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(bytes.array());
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written", e);
        }
        return BinaryNode.valueOf(packed.toByteArray());
    }

    static JsonNode of(double[]... rows) {
        return of(Arrays.stream(rows)
                .flatMapToDouble(Arrays::stream)
                .mapToLong(Double::doubleToRawLongBits)
                .toArray());
    }

    /**
     * So many numbers.
     *
     * @throws IOException when others are there
     */
    static long[] longs(JsonNode json, int count) throws IOException {
        byte[] packed = json.binaryValue();
        int length = Math.multiplyExact(count, Long.BYTES);
        byte[] bytes = packed == null
                ? new byte[0]
                : new InflaterInputStream(new ByteArrayInputStream(packed)).readNBytes(length);
        if (bytes.length != length) {
            throw new IOException("what is known of a part of the dataset has " + bytes.length / Long.BYTES
                    + " numbers where " + count + " were expected; make the part again");
        }
        long[] numbers = new long[count];
        ByteBuffer.wrap(bytes).asLongBuffer().get(numbers);
        return numbers;
    }

    /** As many rows of a length. */
    static double[][] doubles(JsonNode json, int rows, int length) throws IOException {
        long[] bits = longs(json, Math.multiplyExact(rows, length));
        double[][] numbers = new double[rows][length];
        for (int i = 0; i < bits.length; i++) {
            numbers[i / length][i % length] = Double.longBitsToDouble(bits[i]);
        }
        return numbers;
    }
}
