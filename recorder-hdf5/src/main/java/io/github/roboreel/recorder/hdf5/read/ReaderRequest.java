package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.DemoPaths;

/**
 * Request of an {@link IsolatedRunReader} to its {@link ReaderWorker}.
 *
 * @param call what to do
 * @param file the run file
 * @param demo its name; empty where it is about the file
 * @param path of a dataset; empty where it is about none
 * @param from first row
 * @param to row behind the last
 */
record ReaderRequest(Call call, String file, String demo, String path, long from, long to) {
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

    /** What is asked for, without the file. */
    static ReaderRequest of(Call call, String demo) {
        return new ReaderRequest(call, "", demo, "", 0, 0);
    }

    /** Of a dataset. */
    static ReaderRequest of(Call call, String demo, String path, long from, long to) {
        return new ReaderRequest(call, "", demo, path, from, to);
    }

    ReaderRequest in(String runFile) {
        return new ReaderRequest(call, runFile, demo, path, from, to);
    }

    /** Where in the file this reads. */
    String place() {
        return switch (call) {
            case OPEN, CLOSE, DEAD_BYTES -> "";
            case ATTRIBUTES, DEMO_NAMES -> DemoPaths.DATA;
            default -> path.isEmpty() ? DemoPaths.inData(demo) : DemoPaths.in(DemoPaths.inData(demo), path);
        };
    }
}
