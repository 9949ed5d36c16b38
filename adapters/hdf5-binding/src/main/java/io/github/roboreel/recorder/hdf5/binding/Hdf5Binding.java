package io.github.roboreel.recorder.hdf5.binding;

/**
 * A way to the native HDF5 library; found through {@link java.util.ServiceLoader}. One that was not opened has loaded
 * nothing, because two HDF5 libraries in one process would share names but not ids.
 */
public interface Hdf5Binding {
    /** What users choose it by, in lower case. */
    String name();

    /** Among those that load, the one with the lowest is used unless another was chosen. */
    int order();

    /** How to make it available, as the end of the sentence that it does not load: an imperative. */
    String advice();

    /**
     * Loads the library; called once in a process.
     *
     * @throws LinkageError when it is not there; nothing is loaded then
     */
    Calls open();
}
