package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.DemoPaths;

/**
 * Request of an {@link IsolatedRunReader} to its {@link ReaderWorker}.
 *
 * @param call what to do
 * @param name the file to open, or the demo
 * @param path of a dataset
 * @param from first row
 * @param to row behind the last
 */
record ReaderRequest(Call call, String name, String path, long from, long to) {
    /** What can be asked. */
    enum Call {
        OPEN,
        CLOSE,
        DEAD_BYTES,
        ATTRIBUTES,
        DEMO_NAMES,
        DEMO,
        DEMO_ATTRIBUTES,
        NUM_SAMPLES,
        PATHS,
        INFO,
        INFOS,
        DOUBLES,
        BYTES
    }

    static ReaderRequest of(Call call, String name) {
        return new ReaderRequest(call, name, "", 0, 0);
    }

    /** Where in the file this reads. */
    String place() {
        return switch (call) {
            case OPEN, CLOSE, DEAD_BYTES -> "";
            case ATTRIBUTES, DEMO_NAMES -> DemoPaths.DATA;
            default -> path.isEmpty() ? DemoPaths.inData(name) : DemoPaths.in(DemoPaths.inData(name), path);
        };
    }
}
