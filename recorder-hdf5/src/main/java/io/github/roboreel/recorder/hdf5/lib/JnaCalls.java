package io.github.roboreel.recorder.hdf5.lib;

import com.sun.jna.Callback;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** HDF5 1.10 as Debian and Ubuntu package it, through JNA: each native method is bound to the function of its name. */
final class JnaCalls implements Calls {
    /** The serial build's name since HDF5 1.10; names the library. */
    private static final String LIBRARY = System.getProperty(Hdf5.LIBRARY_PROPERTY, "libhdf5_serial.so.103");

    private static final NativeLibrary NATIVE = NativeLibrary.getInstance(LIBRARY);

    static {
        Native.register(JnaCalls.class, NATIVE);
    }

    /** None changes once the library is initialised. */
    private final Map<String, Long> globals = new HashMap<>();

    /** What JNA wants of a function that native code calls. */
    private interface VisitorCallback extends Callback {
        int at(long group, long name, long info, long data);
    }

    private interface ErrorCallback extends Callback {
        int at(int number, long error, long data);
    }

    @Override
    public long global(String name) {
        return globals.computeIfAbsent(
                name, n -> NATIVE.getGlobalVariableAddress(n).getLong(0));
    }

    @Override
    public long address(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }

    @Override
    public byte[] bytes(long address, int count) {
        return new Pointer(address).getByteArray(0, count);
    }

    @Override
    public byte[] string(long address) {
        return address == 0 ? new byte[0] : bytes(address, (int) new Pointer(address).indexOf(0, (byte) 0));
    }

    @Override
    public int H5Ewalk2(long stack, int direction, ErrorVisitor visitor) {
        return H5Ewalk2(stack, direction, visitor::at, 0);
    }

    private native int H5Ewalk2(long stack, int direction, ErrorCallback visitor, long data);

    @Override
    public int H5Literate(long group, int index, int order, Visitor visitor) {
        return H5Literate(group, index, order, new long[1], visitor::at, 0);
    }

    private native int H5Literate(long group, int index, int order, long[] from, VisitorCallback visitor, long data);

    @Override
    public int H5Ovisit2(long object, int index, int order, Visitor visitor, int fields) {
        return H5Ovisit2(object, index, order, visitor::at, 0, fields);
    }

    private native int H5Ovisit2(long object, int index, int order, VisitorCallback visitor, long data, int fields);

    // The rest is bound as it is.
    public native int H5dont_atexit();

    public native int H5open();

    public native int H5Eset_auto2(long stack, long function, long data);

    public native int H5Iget_type(long id);

    public native long H5Fcreate(byte[] name, int flags, long create, long access);

    public native long H5Fopen(byte[] name, int flags, long access);

    public native int H5Fclose(long file);

    public native int H5Fflush(long object, int scope);

    public native int H5Fstart_swmr_write(long file);

    public native int H5Fget_filesize(long file, long[] bytes);

    public native long H5Fget_name(long object, byte[] name, long size);

    public native long H5Gcreate2(long parent, byte[] name, long link, long create, long access);

    public native int H5Lexists(long parent, byte[] name, long access);

    public native int H5Lget_info(long parent, byte[] name, byte[] info, long access);

    public native long H5Oopen(long parent, byte[] name, long access);

    public native long H5Oopen_by_addr(long file, long address);

    public native int H5Oclose(long object);

    public native int H5Oexists_by_name(long parent, byte[] name, long access);

    public native int H5Oget_info2(long object, byte[] info, int fields);

    public native int H5Oget_info_by_name2(long parent, byte[] name, byte[] info, int fields, long access);

    public native int H5Orefresh(long object);

    public native long H5Acreate2(long object, byte[] name, long type, long space, long create, long access);

    public native long H5Aopen(long object, byte[] name, long access);

    public native long H5Aopen_by_idx(
            long object, byte[] name, int index, int order, long number, long access, long link);

    public native int H5Aclose(long attribute);

    public native int H5Adelete(long object, byte[] name);

    public native int H5Aexists(long object, byte[] name);

    public native long H5Aget_name(long attribute, long size, byte[] name);

    public native long H5Aget_space(long attribute);

    public native long H5Aget_type(long attribute);

    public native int H5Aread(long attribute, long type, byte[] values);

    public native int H5Awrite(long attribute, long type, byte[] values);

    public native long H5Dcreate2(long parent, byte[] name, long type, long space, long link, long create, long access);

    public native long H5Dopen2(long parent, byte[] name, long access);

    public native long H5Dget_create_plist(long dataset);

    public native long H5Dget_space(long dataset);

    public native long H5Dget_type(long dataset);

    public native long H5Dget_storage_size(long dataset);

    public native int H5Dset_extent(long dataset, long[] size);

    public native int H5Dread(long dataset, long type, long memory, long file, long transfer, byte[] values);

    public native int H5Dwrite(long dataset, long type, long memory, long file, long transfer, byte[] values);

    public native int H5Dvlen_reclaim(long type, long space, long transfer, byte[] values);

    public native int H5Dread_chunk(long dataset, long transfer, long[] offset, int[] mask, long address);

    public native int H5Dwrite_chunk(long dataset, long transfer, int mask, long[] offset, long size, long address);

    public native int H5Dget_chunk_storage_size(long dataset, long[] offset, long[] size);

    public native int H5Dget_chunk_index_type(long dataset, int[] type);

    public native int H5Dget_chunk_info_by_coord(long dataset, long[] offset, int[] mask, long[] address, long[] size);

    public native long H5Pcreate(long kind);

    public native int H5Pclose(long list);

    public native int H5Pequal(long one, long other);

    public native int H5Pset_libver_bounds(long access, int low, int high);

    public native int H5Pset_meta_block_size(long access, long bytes);

    public native int H5Pset_small_data_block_size(long access, long bytes);

    public native int H5Pset_file_locking(long access, byte use, byte ignoreWhenDisabled);

    public native int H5Pset_metadata_read_attempts(long access, int attempts);

    public native int H5Pset_fapl_log(long access, byte[] logFile, long flags, long bufferSize);

    public native int H5Pset_fapl_stdio(long access);

    public native int H5Pset_attr_phase_change(long create, int mostCompact, int leastDense);

    public native int H5Pset_link_phase_change(long create, int mostCompact, int leastDense);

    public native int H5Pset_create_intermediate_group(long link, int create);

    public native int H5Pset_obj_track_times(long create, byte track);

    public native int H5Pset_chunk(long create, int rank, long[] sizes);

    public native int H5Pget_chunk(long create, int most, long[] sizes);

    public native int H5Pset_chunk_cache(long access, long slots, long bytes, double preemption);

    public native int H5Pset_shuffle(long create);

    public native int H5Pset_deflate(long create, int level);

    public native int H5Pget_layout(long create);

    public native int H5Pget_nfilters(long create);

    public native int H5Pget_filter2(
            long create,
            int index,
            int[] flags,
            long[] valueCount,
            int[] values,
            long nameSize,
            byte[] name,
            int[] config);

    public native long H5Screate(int kind);

    public native long H5Screate_simple(int rank, long[] size, long[] most);

    public native long H5Scopy(long space);

    public native int H5Sclose(long space);

    public native int H5Sextent_equal(long one, long other);

    public native int H5Sget_simple_extent_type(long space);

    public native int H5Sget_simple_extent_ndims(long space);

    public native int H5Sget_simple_extent_dims(long space, long[] size, long[] most);

    public native long H5Sget_simple_extent_npoints(long space);

    public native int H5Sselect_hyperslab(
            long space, int operation, long[] start, long[] stride, long[] count, long[] block);

    public native long H5Tcopy(long type);

    public native int H5Tclose(long type);

    public native int H5Tequal(long one, long other);

    public native int H5Tget_class(long type);

    public native long H5Tget_size(long type);

    public native int H5Tget_sign(long type);

    public native long H5Tget_super(long type);

    public native int H5Tget_strpad(long type);

    public native int H5Tget_nmembers(long type);

    public native int H5Tis_variable_str(long type);

    public native int H5Tset_size(long type, long bytes);

    public native int H5Tset_strpad(long type, int padding);

    public native int H5Tset_cset(long type, int charset);

    public native int H5Tset_fields(
            long type, long sign, long exponent, long exponentBits, long fraction, long fractionBits);

    public native int H5Tset_ebias(long type, long bias);

    public native long H5Tenum_create(long base);

    public native int H5Tenum_insert(long type, byte[] name, byte[] value);

    public native int H5Tenum_nameof(long type, byte[] value, byte[] name, long size);

    public native long H5Tvlen_create(long base);
}
