package io.github.roboreel.recorder.bench.peers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;

/** So many bytes written once into a new file: the limit. */
final class FileChannelContender implements Contender {
    private static final int WRITE_BYTES = 1 << 20;

    private final String name;
    private final LongSupplier bytes;
    private final long envSteps;
    private final ByteBuffer source;

    /** One buffer again and again, which the processor's cache holds. */
    FileChannelContender(String name, LongSupplier bytes, long envSteps) {
        this(name, bytes, envSteps, WRITE_BYTES);
    }

    /**
     * @param bytes asked for at each run
     * @param envSteps how many steps the bytes are for
     * @param distinctBytes how many of them differ; what is written then starts over
     */
    FileChannelContender(String name, LongSupplier bytes, long envSteps, int distinctBytes) {
        this.name = name;
        this.bytes = bytes;
        this.envSteps = envSteps;
        byte[] noise = new byte[distinctBytes];
        new Random(0).nextBytes(noise);
        source = ByteBuffer.allocateDirect(distinctBytes).put(noise);
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
                FileChannel.open(folder.resolve("bytes"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long left = total; left > 0; ) {
                source.clear().limit((int) Math.min(source.capacity(), left));
                left -= source.remaining();
                write(source, file);
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return Map.of(
                "env_steps_per_s", envSteps / seconds,
                "wall_s", seconds,
                "mb_per_s", total / seconds / 1e6,
                "file_mb", total / 1e6);
    }

    private static void write(ByteBuffer bytes, FileChannel file) throws IOException {
        int end = bytes.limit();
        while (bytes.position() < end) {
            bytes.limit(Math.min(end, bytes.position() + WRITE_BYTES));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        }
    }
}
