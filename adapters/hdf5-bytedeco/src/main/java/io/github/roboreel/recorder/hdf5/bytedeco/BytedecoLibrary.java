package io.github.roboreel.recorder.hdf5.bytedeco;

import io.github.roboreel.format.natives.NativeFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;

/**
 * The native library in Bytedeco's jar. Of JavaCPP only its cache of extracted files is used: HDF5's presets are built
 * for an older JavaCPP than FFmpeg's, and loading their classes would warn of that.
 */
final class BytedecoLibrary {
    /** Its version is that of {@code hdf5.version} in the build. */
    private static final String NAME = "libhdf5.so.310";

    private BytedecoLibrary() {}

    /**
     * Extracts it unless that was done before.
     *
     * @return where it is
     * @throws UnsatisfiedLinkError when it is not on the class path, cannot be written, or could be replaced by another
     *     user
     */
    static Path extract() {
        NativeFolder.require(Loader::getCacheDir);
        String resource = "/org/bytedeco/hdf5/" + Loader.getPlatform() + "/" + NAME;
        try {
            File file = Loader.cacheResource(BytedecoLibrary.class, resource);
            if (file == null) {
                throw new UnsatisfiedLinkError("the class path has no " + resource);
            }
            return file.toPath();
        } catch (IOException e) {
            throw (UnsatisfiedLinkError) new UnsatisfiedLinkError(resource + " cannot be extracted").initCause(e);
        }
    }
}
