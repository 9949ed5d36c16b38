package io.github.roboreel.recorder.hdf5.deflate;

import com.intel.gkl.compression.IntelDeflater;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ISA-L's compressor, in the processes that can load it: 64-bit x86 with Linux or macOS. */
final class IgzipLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(IgzipLibrary.class);
    private static final boolean LOADED = load();

    private IgzipLibrary() {}

    static boolean isLoaded() {
        return LOADED;
    }

    /** From a folder of its own: the binding leaves its library there when the process is killed. */
    private static boolean load() {
        try {
            Path folder = Files.createTempDirectory("roboreel-igzip");
            try {
                return new IntelDeflater(1, true).load(folder.toFile());
            } finally {
                delete(folder);
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.info("igzip is not there ({}); zlib compresses", e.toString());
            return false;
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
