package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/** The HDF5 libraries that are mapped into this process. */
public final class MappedHdf5 {
    private MappedHdf5() {}

    /** The one; fails where there are several or none. */
    public static Path only() {
        Set<Path> all = all();
        assertEquals(1, all.size(), () -> "HDF5 libraries of this process: " + all);
        return all.iterator().next();
    }

    /** Files that hold HDF5's functions, without those that build on it. */
    public static Set<Path> all() {
        try {
            return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                    .filter(line -> line.matches(".*/libhdf5(_serial)?\\.so.*"))
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
