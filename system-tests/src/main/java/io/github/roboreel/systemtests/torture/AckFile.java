package io.github.roboreel.systemtests.torture;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A memory-mapped file of one little-endian int64 per env: steps that survive the death of the process. The writer's
 * death leaves what it wrote last.
 */
final class AckFile {
    private final MappedByteBuffer map;
    private final int numEnvs;

    private AckFile(MappedByteBuffer map, int numEnvs) {
        this.map = map;
        this.numEnvs = numEnvs;
        map.order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Makes the file, with zeros; one that an earlier recording of that many envs left is used again.
     *
     * @throws IllegalArgumentException when there is a file that is none of that kind
     */
    static AckFile create(Path path, int numEnvs) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() != 0 && channel.size() != bytes(numEnvs)) {
                throw new IllegalArgumentException(Sentence.of(
                        "--ack is %s, a file of %s bytes; expected a new file or one of %s bytes",
                        path, channel.size(), bytes(numEnvs)));
            }
            AckFile file = new AckFile(channel.map(MapMode.READ_WRITE, 0, bytes(numEnvs)), numEnvs);
            for (int env = 0; env < numEnvs; env++) {
                file.put(env, 0);
            }
            return file;
        }
    }

    /** Whether a file of that many envs is there to be opened. */
    static boolean isThere(Path path, int numEnvs) throws IOException {
        return Files.exists(path) && Files.size(path) >= bytes(numEnvs);
    }

    static AckFile open(Path path, int numEnvs) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            return new AckFile(channel.map(MapMode.READ_ONLY, 0, bytes(numEnvs)), numEnvs);
        }
    }

    private static long bytes(int numEnvs) {
        return (long) Long.BYTES * numEnvs;
    }

    void put(int env, long steps) {
        map.putLong(Long.BYTES * env, steps);
    }

    long get(int env) {
        return map.getLong(Long.BYTES * env);
    }

    long least() {
        long least = Long.MAX_VALUE;
        for (int env = 0; env < numEnvs; env++) {
            least = Math.min(least, get(env));
        }
        return least;
    }

    long sum() {
        long sum = 0;
        for (int env = 0; env < numEnvs; env++) {
            sum += get(env);
        }
        return sum;
    }
}
