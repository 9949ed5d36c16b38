package io.github.roboreel.recorder.hdf5;

import com.sun.jna.Native;
import com.sun.jna.ptr.LongByReference;
import hdf.hdf5lib.H5;

/** How many ids of all kinds the HDF5 library of this process has open. */
public final class OpenIds {
    /** {@code H5I_FILE} to {@code H5I_GENPROP_LST} of HDF5 1.10. */
    private static final int FIRST = 1;

    private static final int LAST = 11;

    static {
        H5.loadH5Lib();
        Native.register(OpenIds.class, "libhdf5_serial.so.103");
    }

    private OpenIds() {}

    static native int H5Inmembers(int type, LongByReference count);

    public static long count() {
        long count = 0;
        synchronized (H5.class) {
            for (int type = FIRST; type <= LAST; type++) {
                LongByReference members = new LongByReference();
                if (H5Inmembers(type, members) >= 0) {
                    count += members.getValue();
                }
            }
        }
        return count;
    }
}
