package io.github.roboreel.cli;

import io.github.roboreel.dataset.rlds.MaskedCrc;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A TFRecord file as a list of payloads, to be written again with right checksums. */
final class RecordFile {
    private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

    private RecordFile() {}

    static List<byte[]> read(Path file) throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            byte[] payload = new byte[Math.toIntExact(bytes.getLong())];
            bytes.getInt();
            bytes.get(payload).getInt();
            payloads.add(payload);
        }
        return payloads;
    }

    static void write(Path file, List<byte[]> payloads) throws IOException {
        int size = payloads.stream()
                .mapToInt(p -> HEAD_BYTES + p.length + Integer.BYTES)
                .sum();
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        for (byte[] payload : payloads) {
            byte[] length = ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(payload.length)
                    .array();
            bytes.put(length).putInt(MaskedCrc.of(length)).put(payload).putInt(MaskedCrc.of(payload));
        }
        Files.write(file, bytes.array());
    }
}
