package io.github.roboreel.recorder.hdf5.read;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.files.NewerFormatException;
import io.github.roboreel.recorder.hdf5.lib.Hdf5Native;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative;
import java.io.IOException;
import java.nio.file.Path;

/** The format version of a run file, looked at before anything else of it. */
public final class RunFileVersion {
    private RunFileVersion() {}

    /**
     * Refuses an open file of a newer version. Where no version can be read there is none: whoever reads the rest hears
     * of the damage.
     */
    public static void requireKnown(Path path, long file) throws NewerFormatException {
        Object version;
        try {
            version = Hdf5ReadNative.checked("read the format version", () -> version(file));
        } catch (IOException e) {
            return;
        }
        NewerFormatException.requireKnown(path, version, RunSpec.FORMAT_VERSION);
    }

    /** As above for a file as its recorder left it, closed or not; nothing in it is changed. */
    public static void requireKnown(Path path) throws IOException {
        long file;
        try {
            file = Hdf5ReadNative.openAsLeft(path, RunFileProbe.of(path).markedSwmr());
        } catch (IOException e) {
            return;
        }
        try {
            requireKnown(path, file);
        } finally {
            Hdf5Native.closeFile(file);
        }
    }

    private static Object version(long file) throws IOException {
        long data = Hdf5Native.openObject(file, DemoPaths.DATA);
        try {
            if (!H5.H5Aexists(data, AttributeNames.FORMAT_VERSION)) {
                return "";
            }
            long id = H5.H5Aopen(data, AttributeNames.FORMAT_VERSION, HDF5Constants.H5P_DEFAULT);
            try (Hdf5ReadNative.Id attribute = new Hdf5ReadNative.Id(id, H5::H5Aclose)) {
                return Hdf5ReadNative.attributeValue(attribute.value());
            }
        } finally {
            Hdf5Native.closeObject(data);
        }
    }
}
