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

    static JsonNode of(byte[] numbers) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(numbers);
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written", e);
        }
        return BinaryNode.valueOf(packed.toByteArray());
    }

    static JsonNode of(long[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(numbers.length, Long.BYTES));
        bytes.asLongBuffer().put(numbers);
        return of(bytes.array());
    }

    static JsonNode of(double[]... rows) {
        return of(Arrays.stream(rows)
                .flatMapToDouble(Arrays::stream)
                .mapToLong(Double::doubleToRawLongBits)
                .toArray());
    }

    /**
     * So many bytes.
     *
     * @throws IOException when others are there
     */
    static ByteBuffer bytes(JsonNode json, int count) throws IOException {
        byte[] packed = json.binaryValue();
        // One more than wanted tells whether there are more.
        byte[] bytes = packed == null
                ? new byte[0]
                : new InflaterInputStream(new ByteArrayInputStream(packed)).readNBytes(count + 1);
        if (bytes.length != count) {
            throw new IOException(
                    "what is known of a part of the dataset is not what this version notes;" + " make the part again");
        }
        return ByteBuffer.wrap(bytes);
    }

    /**
     * So many numbers.
     *
     * @throws IOException when others are there
     */
    static long[] longs(JsonNode json, int count) throws IOException {
        long[] numbers = new long[count];
        bytes(json, Math.multiplyExact(count, Long.BYTES)).asLongBuffer().get(numbers);
        return numbers;
    }

    /**
     * As many rows of a length.
     *
     * @throws IOException when others are there
     */
    static double[][] doubles(JsonNode json, int rows, int length) throws IOException {
        long[] bits = longs(json, Math.multiplyExact(rows, length));
        double[][] numbers = new double[rows][length];
        for (int i = 0; i < bits.length; i++) {
            numbers[i / length][i % length] = Double.longBitsToDouble(bits[i]);
        }
        return numbers;
    }
}
