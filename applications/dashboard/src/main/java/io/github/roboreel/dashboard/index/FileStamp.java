package io.github.roboreel.dashboard.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * What tells whether a file or folder has changed.
 *
 * @param key of the file in its file system; empty where there is none
 * @param size bytes; -1 when there is no file
 * @param modifiedNanos since 1970
 */
record FileStamp(String key, long size, long modifiedNanos) {
    private static final long UNSURE_MILLIS = 2000;

    static final FileStamp NONE = new FileStamp("", -1, 0);

    /** That of no file when it is not there or cannot be looked at. */
    static FileStamp of(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(
                    String.valueOf(attributes.fileKey()),
                    attributes.size(),
                    attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        } catch (IOException e) {
            return NONE;
        }
    }

    /** Whether a further change will show: a file system's clock has steps. */
    boolean isSettled() {
        return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(modifiedNanos) > UNSURE_MILLIS;
    }

    boolean exists() {
        return size >= 0;
    }

    /** Whether this is the same file, which has as many bytes as then or more. */
    boolean continues(FileStamp then) {
        return exists() && key.equals(then.key) && size >= then.size;
    }
}
