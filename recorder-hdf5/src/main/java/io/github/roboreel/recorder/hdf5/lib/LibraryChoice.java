package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.fault.Sentence;
import java.nio.file.Path;
import java.util.List;

/**
 * Which HDF5 library a process is to have.
 *
 * @param binding name of the binding that loads it, or {@link #AUTO}
 * @param library absolute path of the library's file; empty for the binding's own
 */
record LibraryChoice(String binding, String library) {
    static final String AUTO = "auto";

    private static final String LIBRARY_PROPERTY = "roboreel.hdf5.library";
    private static final String LIBRARY_VARIABLE = "ROBOREEL_HDF5_LIBRARY";

    /** What the system properties say, of the library also the environment. */
    static LibraryChoice ofProcess() {
        String library = System.getProperty(LIBRARY_PROPERTY, System.getenv(LIBRARY_VARIABLE));
        return of(System.getProperty(Hdf5.BINDING_PROPERTY, AUTO), library == null ? "" : library);
    }

    /** @param library any path; empty for the binding's own */
    static LibraryChoice of(String binding, String library) {
        return new LibraryChoice(
                binding,
                library.isBlank()
                        ? ""
                        : Path.of(library.strip()).toAbsolutePath().normalize().toString());
    }

    /** Whether anything is chosen. */
    boolean isMade() {
        return hasLibrary() || !binding.equals(AUTO);
    }

    boolean hasLibrary() {
        return !library.isEmpty();
    }

    /** Why no library can be both; empty when that is not asked for. */
    String contradiction() {
        return hasLibrary() && !binding.equals(AUTO)
                ? Sentence.of(
                        "hdf5.library is %s, and hdf5.binding %s loads another HDF5; leave one of them out",
                        library, binding)
                : "";
    }

    /** What messages call it. */
    String label() {
        return hasLibrary() ? library : binding;
    }

    /** Makes it the choice of this process. */
    void set() {
        System.setProperty(Hdf5.BINDING_PROPERTY, binding);
        System.setProperty(LIBRARY_PROPERTY, library);
    }

    /** Options of a JVM that must make the same choice, whatever its environment says. */
    List<String> options() {
        return List.of("-D" + Hdf5.BINDING_PROPERTY + "=" + binding, "-D" + LIBRARY_PROPERTY + "=" + library);
    }
}
