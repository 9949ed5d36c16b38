package io.github.roboreel.cli;

import io.github.roboreel.recorder.Mutation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

/** TFRecord files one record of which holds something else, with the checksums that belong to it. */
final class DamagedRecords {
    private static final int LENGTH_BYTES = 8;
    private static final int CRC_BYTES = 4;

    private DamagedRecords() {}

    static void damage(Path file, Random random) throws IOException {
        List<byte[]> records = records(Files.readAllBytes(file));
        int chosen = random.nextInt(records.size());
        records.set(chosen, new Mutation(random).of(records.get(chosen), false));
        Files.write(file, file(records));
    }

    private static List<byte[]> records(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> records = new ArrayList<>();
        while (in.hasRemaining()) {
            byte[] record = new byte[Math.toIntExact(in.getLong())];
            in.position(in.position() + CRC_BYTES);
            in.get(record);
            in.position(in.position() + CRC_BYTES);
            records.add(record);
        }
        return records;
    }

    private static byte[] file(List<byte[]> records) {
        int bytes = records.stream()
                .mapToInt(record -> LENGTH_BYTES + CRC_BYTES + record.length + CRC_BYTES)
                .sum();
        ByteBuffer out = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (byte[] record : records) {
            byte[] length = ByteBuffer.allocate(LENGTH_BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(record.length)
                    .array();
            out.put(length).putInt(masked(length)).put(record).putInt(masked(record));
        }
        return out.array();
    }

    /** As TensorFlow masks a checksum of data that may hold checksums. */
    private static int masked(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
    }
}
