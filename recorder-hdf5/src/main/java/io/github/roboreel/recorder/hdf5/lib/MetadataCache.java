package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** How much of a file's metadata the library keeps, a field of {@code H5AC_cache_config_t}. */
final class MetadataCache {
    private static final int VERSION = 1;
    private static final int CONFIG_BYTES = 1216;

    private static final int INITIAL_SIZE = 1040;
    private static final int MAX_SIZE = 1056;
    private static final int MIN_SIZE = 1064;

    private static final long DEFAULT_MAX_SIZE = 32 << 20;
    private static final long DEFAULT_MIN_SIZE = 1 << 20;

    private MetadataCache() {}

    /** Keeps so many bytes, at most as many as by default; all stays as it is where the structure is another one. */
    static void limit(Calls calls, long access, long bytes) {
        ByteBuffer config = ByteBuffer.allocate(CONFIG_BYTES).order(ByteOrder.nativeOrder());
        config.putInt(0, VERSION);
        ok(calls.H5Pget_mdc_config(access, config.array()));
        if (config.getLong(MAX_SIZE) == DEFAULT_MAX_SIZE && config.getLong(MIN_SIZE) == DEFAULT_MIN_SIZE) {
            long size = Math.min(bytes, DEFAULT_MAX_SIZE);
            config.putLong(INITIAL_SIZE, size).putLong(MAX_SIZE, size).putLong(MIN_SIZE, size);
            ok(calls.H5Pset_mdc_config(access, config.array()));
        }
    }
}
