package io.github.roboreel.recorder.hdf5.binding;

import java.nio.file.Path;

/** All functions straight from HDF5's library, of any version from 1.10 on. */
public final class LibraryCalls extends DirectCalls {
    /**
     * Loads it.
     *
     * @param library file of HDF5's C library
     * @throws UnsatisfiedLinkError when it does not load or lacks a function
     */
    public LibraryCalls(Path library) {
        super(library);
        bind(LibraryCalls.class);
    }

    public native int H5open();

    public native int H5Iget_type(long id);

    public native int H5Fclose(long file);

    public native int H5Fflush(long object, int scope);

    public native int H5Fstart_swmr_write(long file);

    public native long H5Oopen_by_addr(long file, long address);

    public native int H5Oclose(long object);

    public native int H5Orefresh(long object);

    public native int H5Aclose(long attribute);

    public native long H5Aget_space(long attribute);

    public native long H5Aget_type(long attribute);

    public native int H5Aread(long attribute, long type, byte[] values);

    public native int H5Awrite(long attribute, long type, byte[] values);

    public native long H5Dget_create_plist(long dataset);

    public native long H5Dget_space(long dataset);

    public native long H5Dget_type(long dataset);

    public native long H5Dget_storage_size(long dataset);

    public native int H5Dset_extent(long dataset, long[] size);

    public native int H5Dread(long dataset, long type, long memory, long file, long transfer, byte[] values);

    public native int H5Dwrite(long dataset, long type, long memory, long file, long transfer, byte[] values);

    public native long H5Pcreate(long kind);

    public native int H5Pclose(long list);

    public native int H5Pequal(long one, long other);

    public native int H5Pset_libver_bounds(long access, int low, int high);

    public native int H5Pset_meta_block_size(long access, long bytes);

    public native int H5Pset_small_data_block_size(long access, long bytes);

    public native int H5Pset_sieve_buf_size(long access, long bytes);

    public native int H5Pset_metadata_read_attempts(long access, int attempts);

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

    public native long H5Screate(int kind);

    public native long H5Screate_simple(int rank, long[] size, long[] most);

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

    public native long H5Tvlen_create(long base);
}
