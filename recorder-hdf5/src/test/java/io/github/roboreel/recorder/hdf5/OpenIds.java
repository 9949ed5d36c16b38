package io.github.roboreel.recorder.hdf5;

import com.sun.jna.Native;
import com.sun.jna.ptr.LongByReference;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import java.io.IOException;

/** How many ids of all kinds the HDF5 library of this process has open. Only while no other code uses it. */
public final class OpenIds {
    /** {@code H5I_FILE} to {@code H5I_GENPROP_LST} of HDF5 1.10. */
    private static final int FIRST = 1;

    private static final int LAST = 11;

    /** Of the library that is loaded; ids of another one would be others. */
    private static final class Members {
        static {
            Native.register(Members.class, MappedHdf5.only().toString());
        }

        private Members() {}

        static native int H5Inmembers(int type, LongByReference count);
    }

    private OpenIds() {}

    public static long count() throws IOException {
        Hdf5.load();
        long count = 0;
        for (int type = FIRST; type <= LAST; type++) {
            LongByReference members = new LongByReference();
            if (Members.H5Inmembers(type, members) >= 0) {
                count += members.getValue();
            }
        }
        return count;
    }
}
