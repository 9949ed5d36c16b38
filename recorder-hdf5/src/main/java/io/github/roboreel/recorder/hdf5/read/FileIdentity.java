package io.github.roboreel.recorder.hdf5.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Tells whether two opened the same file under a name, unchanged. */
final class FileIdentity {
    private FileIdentity() {}

    static String of(Path file) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        return now.fileKey() + " " + now.size() + " " + now.lastModifiedTime().toMillis();
    }
}
