package io.github.roboreel.recorder.hdf5.lib;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Handles of the datasets last used. An open handle costs about 15 kB, and a run of 1024 envs has 40,000 datasets, so
 * only so many stay open.
 */
public final class OpenDatasets {
    private static final int MOST = 4096;
    private static final long HANDLE_BYTES = 15_000;

    private final long file;
    private final Map<String, Long> open = new LinkedHashMap<>(MOST, 0.75f, true);

    public OpenDatasets(long file) {
        this.file = file;
    }

    /** What the handles of a file with so many datasets take. */
    public static long memoryBytes(long numDatasets) {
        return Math.min(numDatasets, MOST) * HANDLE_BYTES;
    }

    /** The handle of the dataset at this path; never to be closed by the caller. */
    public long open(String path) throws IOException {
        Long handle = open.get(path);
        if (handle == null) {
            handle = Hdf5Native.openUncached(file, path);
            open.put(path, handle);
            closeOldest();
        }
        return handle;
    }

    private void closeOldest() throws IOException {
        if (open.size() > MOST) {
            Iterator<Long> handles = open.values().iterator();
            long oldest = handles.next();
            handles.remove();
            Hdf5Native.closeObject(oldest);
        }
    }

    public void closeAll() throws IOException {
        for (long handle : open.values()) {
            Hdf5Native.closeObject(handle);
        }
        open.clear();
    }
}
