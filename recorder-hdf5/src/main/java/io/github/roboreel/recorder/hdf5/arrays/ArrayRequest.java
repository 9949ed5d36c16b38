package io.github.roboreel.recorder.hdf5.arrays;

/**
 * Request of an {@link IsolatedArrayFile} to its {@link ArrayWorker}.
 *
 * @param call what to do
 * @param file the HDF5 file
 * @param object path of a group or array in it
 * @param from first row
 * @param to row behind the last
 */
record ArrayRequest(Call call, String file, String object, long from, long to) {
    /** What can be asked. */
    enum Call {
        OPEN,
        CLOSE,
        KIND,
        MEMBERS,
        ATTRIBUTES,
        OTHER_ATTRIBUTES,
        INFO,
        BYTES,
        BLOBS,
        TEXTS
    }
}
