package io.github.roboreel.recorder.hdf5;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Sees that open files still have their names. The system writes on into a file that was deleted, and all of it would
 * be gone once this process ends, without an error.
 */
final class FilesInPlace {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Device and inode, where the file system has such. */
    private final Map<Path, Object> keys = new LinkedHashMap<>();

    private long nextNanos = System.nanoTime();

    /** Of files that are in their places now. */
    FilesInPlace(Path... files) throws IOException {
        for (Path file : files) {
            keys.put(file, key(file));
        }
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /** As {@link #require}, but looks at most once a second. */
    void requireNowAndThen() throws IOException {
        if (System.nanoTime() - nextNanos >= 0) {
            require();
        }
    }

    /** Throws when a file was deleted, moved or replaced. */
    void require() throws IOException {
        for (Map.Entry<Path, Object> file : keys.entrySet()) {
            if (!isInPlace(file.getKey(), file.getValue())) {
                throw new IOException(file.getKey()
                        + " is not in its place any more; it was deleted, moved or"
                        + " replaced, or its disk was unmounted");
            }
        }
        nextNanos = System.nanoTime() + PERIOD_NANOS;
    }

    private static boolean isInPlace(Path file, Object expected) {
        try {
            return Objects.equals(key(file), expected);
        } catch (IOException e) {
            return false;
        }
    }
}
