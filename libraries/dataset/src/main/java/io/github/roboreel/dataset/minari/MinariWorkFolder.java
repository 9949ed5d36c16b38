package io.github.roboreel.dataset.minari;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** What is written beside a dataset until it is whole. */
final class MinariWorkFolder {
    private MinariWorkFolder() {}

    /** Forces all files in it to the disk. */
    static void force(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                forceFile(file);
            }
        }
    }

    /** Forces one file to the disk. */
    static void forceFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
