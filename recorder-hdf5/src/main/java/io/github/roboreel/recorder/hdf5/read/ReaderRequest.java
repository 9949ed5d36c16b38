package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.hdf5.compact.CompactionProcess;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Request of an {@link IsolatedRunReader} or a {@link CompactionProcess} to a {@link ReaderWorker}.
 *
 * @param call what to do
 * @param name the file to open or compact, or the demo
 * @param path of a dataset
 * @param from first row
 * @param to row behind the last
 */
public record ReaderRequest(Call call, String name, String path, long from, long to) {
    /** What can be asked; the answer's type is what {@link ReaderWire} knows. */
    public enum Call {
        OPEN,
        CLOSE,
        DEAD_BYTES,
        COMPACT,
        ATTRIBUTES,
        DEMO_NAMES,
        DEMO,
        DEMO_ATTRIBUTES,
        NUM_SAMPLES,
        PATHS,
        INFO,
        DOUBLES,
        BYTES
    }

    public static ReaderRequest of(Call call, String name) {
        return new ReaderRequest(call, name, "", 0, 0);
    }

    /** Where in the file this reads. */
    String place() {
        return switch (call) {
            case OPEN, CLOSE, DEAD_BYTES, COMPACT -> "";
            case ATTRIBUTES, DEMO_NAMES -> DemoPaths.DATA;
            default -> path.isEmpty() ? DemoPaths.inData(name) : DemoPaths.in(DemoPaths.inData(name), path);
        };
    }

    void write(DataOutputStream out) throws IOException {
        ReaderWire.write(List.of((long) call.ordinal(), name, path, from, to), out);
        out.flush();
    }

    static ReaderRequest read(DataInputStream in) throws IOException {
        List<?> parts = (List<?>) ReaderWire.read(in);
        return new ReaderRequest(
                Call.values()[((Long) parts.get(0)).intValue()],
                (String) parts.get(1),
                (String) parts.get(2),
                (Long) parts.get(3),
                (Long) parts.get(4));
    }
}
