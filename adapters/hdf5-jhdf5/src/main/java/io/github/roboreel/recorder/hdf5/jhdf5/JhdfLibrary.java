package io.github.roboreel.recorder.hdf5.jhdf5;

import hdf.hdf5lib.H5;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/** JHDF5's native library, which brings HDF5's along. */
final class JhdfLibrary {
    /** System property that names its file. */
    static final String LIBRARY_PROPERTY = "native.libpath.sis-jhdf5";

    private static final String NAME = "libsis-jhdf5.so";
    private static final String DEBIAN_JNI_FOLDER = "/usr/lib/jni";

    private JhdfLibrary() {}

    /**
     * Loads it, once in a process.
     *
     * @return where it is
     * @throws UnsatisfiedLinkError when it is not there
     */
    static Path load() {
        Path library = find();
        // Without this property JHDF5 looks for a copy inside its jar, with a helper that Debian's jar does not have.
        System.setProperty(LIBRARY_PROPERTY, library.toString());
        H5.loadH5Lib();
        return library;
    }

    private static Path find() {
        String named = System.getProperty(LIBRARY_PROPERTY);
        if (named != null) {
            return Path.of(named);
        }
        String folders = System.getProperty("java.library.path", "") + File.pathSeparator + DEBIAN_JNI_FOLDER;
        for (String folder : folders.split(File.pathSeparator)) {
            Path library = Path.of(folder, NAME);
            if (Files.exists(library)) {
                return library;
            }
        }
        throw new UnsatisfiedLinkError(NAME + " is in none of " + folders);
    }
}
