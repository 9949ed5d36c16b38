package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.DEFAULT;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.utf8;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.nio.ByteBuffer;

/**
 * {@code H5O_info_t} of HDF5 1.10 on a 64-bit machine: what an object is and takes in the file.
 *
 * @param file number that the library gives to its open file
 * @param address of its header in the file
 * @param type {@link #GROUP}, {@link #DATASET} or another
 * @param references hard links that lead to it
 * @param metadataBytes its header and indices; 0 unless {@link #ALL} was asked for
 */
record ObjectInfo(long file, long address, int type, int references, long numAttributes, long metadataBytes) {
    static final int GROUP = 0;
    static final int DATASET = 1;

    /** What to ask for: address, type and references. */
    static final int BASIC = 1;

    static final int NUM_ATTRIBUTES = 4;
    static final int ALL = 0x1f;

    private static final int BYTES = 160;
    private static final int FILE = 0;
    private static final int ADDRESS = 8;
    private static final int TYPE = 16;
    private static final int REFERENCES = 20;
    private static final int ATTRIBUTES = 56;
    private static final int HEADER_BYTES = 80;

    /** Sizes of index and heap, of the object and then of its attributes. */
    private static final int[] INDEX_BYTES = {128, 136, 144, 152};

    static ObjectInfo of(Calls calls, long object, int fields) {
        byte[] info = new byte[BYTES];
        ok(calls.H5Oget_info2(object, info, fields));
        return of(info);
    }

    static ObjectInfo of(Calls calls, long parent, String path) {
        byte[] info = new byte[BYTES];
        ok(calls.H5Oget_info_by_name2(parent, utf8(path), info, BASIC, DEFAULT));
        return of(info);
    }

    /** As a visitor gets it. */
    static ObjectInfo at(Calls calls, long address) {
        return of(calls.bytes(address, BYTES));
    }

    private static ObjectInfo of(byte[] info) {
        ByteBuffer bytes = NativeMemory.buffer(info);
        long metadata = bytes.getLong(HEADER_BYTES);
        for (int at : INDEX_BYTES) {
            metadata += bytes.getLong(at);
        }
        return new ObjectInfo(
                bytes.getLong(FILE),
                bytes.getLong(ADDRESS),
                bytes.getInt(TYPE),
                bytes.getInt(REFERENCES),
                bytes.getLong(ATTRIBUTES),
                metadata);
    }

    boolean isDataset() {
        return type == DATASET;
    }

    boolean isGroup() {
        return type == GROUP;
    }

    boolean isGroupOrDataset() {
        return isGroup() || isDataset();
    }

    /** Whether both are about one object. */
    boolean isSame(ObjectInfo other) {
        return file == other.file && address == other.address;
    }
}
