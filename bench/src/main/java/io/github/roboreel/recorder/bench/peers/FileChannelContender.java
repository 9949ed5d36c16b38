package io.github.roboreel.recorder.bench.peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;

/** So many bytes written once, from one buffer, into a new file: the limit. */
final class FileChannelContender implements Contender {
    private static final int BUFFER_BYTES = 1 << 20;

    private final String name;
    private final LongSupplier bytes;
    private final long envSteps;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

    /**
     * @param bytes asked for at each run
     * @param envSteps how many steps the bytes are for
     */
    FileChannelContender(String name, LongSupplier bytes, long envSteps) {
        this.name = name;
        this.bytes = bytes;
        this.envSteps = envSteps;
        byte[] noise = new byte[BUFFER_BYTES];
        new Random(0).nextBytes(noise);
        buffer.put(noise);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Double> run(Path folder) throws IOException {
        long total = bytes.getAsLong();
        long start = System.nanoTime();
        try (FileChannel file =
                FileChannel.open(
                        folder.resolve("bytes"),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE)) {
            for (long left = total; left > 0; ) {
                buffer.clear().limit((int) Math.min(BUFFER_BYTES, left));
                left -= buffer.remaining();
                while (buffer.hasRemaining()) {
                    file.write(buffer);
                }
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return Map.of(
                "env_steps_per_s", envSteps / seconds,
                "wall_s", seconds,
                "mb_per_s", total / seconds / 1e6,
                "file_mb", total / 1e6);
    }
}
