package io.github.roboreel.recorder.spi;

import java.nio.file.Path;

/**
 * A file of a recording that will not be written again.
 *
 * @param folder the output folder, absolute
 * @param name path below it with {@code /}, for example {@code WaveTask/run_0.hdf5}
 * @param bytes its size
 * @param sha256 SHA-256 of its content, 64 hexadecimal digits in lower case
 */
public record FinalFile(Path folder, String name, long bytes, String sha256) {
    /** The file. */
    public Path path() {
        return folder.resolve(name);
    }
}
