package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;

import io.github.roboreel.recorder.hdf5.binding.Calls;

/**
 * Property lists that stay open, each made once: making one takes the library longer than a small dataset. Used under
 * the library's lock.
 */
enum KeptProperties {
    /** Datasets of fixed size, without the time of their making. */
    DATASETS("DATASET_CREATE"),
    /** Groups that keep links and attributes in their headers, without the time of their making. */
    GROUPS("GROUP_CREATE"),
    /** Links that make the groups above them. */
    PARENTS("LINK_CREATE"),
    /** Datasets without a chunk cache. */
    UNCACHED("DATASET_ACCESS");

    private static final int MAX_COMPACT = 64;

    private final String kind;
    private long id;

    KeptProperties(String kind) {
        this.kind = kind;
    }

    /** The list. */
    long id(Calls calls) {
        if (id == 0) {
            long made = ok(calls.H5Pcreate(calls.global("H5P_CLS_" + kind + "_ID_g")));
            set(calls, made);
            id = made;
        }
        return id;
    }

    private void set(Calls calls, long list) {
        switch (this) {
            case DATASETS -> ok(calls.H5Pset_obj_track_times(list, (byte) 0));
            case GROUPS -> {
                ok(calls.H5Pset_attr_phase_change(list, MAX_COMPACT, 0));
                ok(calls.H5Pset_link_phase_change(list, MAX_COMPACT, 0));
                ok(calls.H5Pset_obj_track_times(list, (byte) 0));
            }
            case PARENTS -> ok(calls.H5Pset_create_intermediate_group(list, 1));
            case UNCACHED -> ok(calls.H5Pset_chunk_cache(list, 1, 0, 1.0));
        }
    }
}
