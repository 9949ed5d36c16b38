package io.github.roboreel.recorder.hdf5.file;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import java.io.IOException;
import java.nio.file.Path;

/** The format version of a run file, looked at before anything else of it. */
public final class RunFileVersion {
    private RunFileVersion() {}

    /**
     * Refuses an open file of a newer version. Where no version can be read there is none: reading the rest reports the
     * damage.
     */
    public static void requireKnown(Path path, H5File file) throws NewerFormatException {
        Object version;
        try (H5Group data = file.root().group(DemoPaths.DATA)) {
            version = data.attribute(AttributeNames.FORMAT_VERSION).orElse("");
        } catch (IOException e) {
            return;
        }
        NewerFormatException.requireKnown(path, version, RunSpec.FORMAT_VERSION);
    }

    /** As above for a file as its recorder left it, closed or not; nothing in it is changed. */
    public static void requireKnown(Path path) throws IOException {
        H5File file;
        try {
            file = H5File.openAsLeft(path, RunFileProbe.of(path).markedSwmr());
        } catch (IOException e) {
            return;
        }
        try (file) {
            requireKnown(path, file);
        }
    }
}
