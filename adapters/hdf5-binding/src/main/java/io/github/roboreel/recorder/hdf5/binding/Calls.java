package io.github.roboreel.recorder.hdf5.binding;

import java.nio.ByteBuffer;

/**
 * Functions of the native HDF5 library by the names, signatures and structures of version 1.10; a binding implements
 * them. Ids and addresses are {@code long}; names and texts are UTF-8 that ends in NUL; an array that receives values
 * is filled in place. A negative result is a failure, which the error stack of this thread describes. No two threads
 * call at a time: who uses a binding locks.
 */
public interface Calls {
    /** Receives the members of a group; returns 0 to continue. */
    @FunctionalInterface
    interface Visitor {
        /**
         * @param name address of the member's name
         * @param info address of its {@code H5L_info_t} or {@code H5O_info_t}
         */
        int at(long group, long name, long info, long data);
    }

    /** Receives the entries of an error stack; returns 0 to continue. */
    @FunctionalInterface
    interface ErrorVisitor {
        /** @param error address of an {@code H5E_error2_t} */
        int at(int number, long error, long data);
    }

    /** Value of an id that is a variable of the library, such as {@code H5T_C_S1_g}. */
    long global(String name);

    /** Address of a direct buffer's first byte. */
    long address(ByteBuffer direct);

    byte[] bytes(long address, int count);

    /** Bytes of the text at an address, without its NUL; none at address 0. */
    byte[] string(long address);

    int H5dont_atexit();

    int H5open();

    int H5get_libversion(int[] major, int[] minor, int[] release);

    int H5Eset_auto2(long stack, long function, long data);

    int H5Ewalk2(long stack, int direction, ErrorVisitor visitor);

    int H5Iget_type(long id);

    // Files
    long H5Fcreate(byte[] name, int flags, long create, long access);

    long H5Fopen(byte[] name, int flags, long access);

    int H5Fclose(long file);

    int H5Fflush(long object, int scope);

    int H5Fstart_swmr_write(long file);

    int H5Fget_filesize(long file, long[] bytes);

    int H5Fget_eoa(long file, long[] address);

    long H5Fget_name(long object, byte[] name, long size);

    // Groups, links and objects
    long H5Gcreate2(long parent, byte[] name, long link, long create, long access);

    int H5Ldelete(long parent, byte[] name, long access);

    int H5Lexists(long parent, byte[] name, long access);

    int H5Lget_info(long parent, byte[] name, byte[] info, long access);

    int H5Lget_val(long parent, byte[] name, byte[] value, long size, long access);

    int H5Literate(long group, int index, int order, Visitor visitor);

    long H5Oopen(long parent, byte[] name, long access);

    long H5Oopen_by_addr(long file, long address);

    int H5Oclose(long object);

    int H5Ocopy(long from, byte[] name, long to, byte[] newName, long copy, long link);

    int H5Oget_info2(long object, byte[] info, int fields);

    int H5Oget_info_by_name2(long parent, byte[] name, byte[] info, int fields, long access);

    int H5Orefresh(long object);

    int H5Ovisit2(long object, int index, int order, Visitor visitor, int fields);

    // Attributes
    long H5Acreate2(long object, byte[] name, long type, long space, long create, long access);

    long H5Aopen(long object, byte[] name, long access);

    long H5Aopen_by_idx(long object, byte[] name, int index, int order, long number, long access, long link);

    int H5Aclose(long attribute);

    int H5Adelete(long object, byte[] name);

    int H5Aexists(long object, byte[] name);

    long H5Aget_name(long attribute, long size, byte[] name);

    long H5Aget_space(long attribute);

    long H5Aget_type(long attribute);

    int H5Aread(long attribute, long type, byte[] values);

    int H5Awrite(long attribute, long type, byte[] values);

    // Datasets
    long H5Dcreate2(long parent, byte[] name, long type, long space, long link, long create, long access);

    long H5Dopen2(long parent, byte[] name, long access);

    long H5Dget_create_plist(long dataset);

    long H5Dget_space(long dataset);

    long H5Dget_type(long dataset);

    long H5Dget_storage_size(long dataset);

    int H5Dset_extent(long dataset, long[] size);

    int H5Dread(long dataset, long type, long memory, long file, long transfer, byte[] values);

    int H5Dwrite(long dataset, long type, long memory, long file, long transfer, byte[] values);

    int H5Dvlen_reclaim(long type, long space, long transfer, byte[] values);

    int H5Dread_chunk(long dataset, long transfer, long[] offset, int[] mask, long address);

    int H5Dwrite_chunk(long dataset, long transfer, int mask, long[] offset, long size, long address);

    int H5Dget_chunk_storage_size(long dataset, long[] offset, long[] size);

    int H5Dget_chunk_index_type(long dataset, int[] type);

    int H5Dget_chunk_info_by_coord(long dataset, long[] offset, int[] mask, long[] address, long[] size);

    // Property lists
    long H5Pcreate(long kind);

    int H5Pclose(long list);

    int H5Pequal(long one, long other);

    int H5Pset_libver_bounds(long access, int low, int high);

    int H5Pset_meta_block_size(long access, long bytes);

    int H5Pset_small_data_block_size(long access, long bytes);

    int H5Pset_sieve_buf_size(long access, long bytes);

    int H5Pset_file_locking(long access, byte use, byte ignoreWhenDisabled);

    int H5Pset_metadata_read_attempts(long access, int attempts);

    int H5Pset_fapl_log(long access, byte[] logFile, long flags, long bufferSize);

    int H5Pset_fapl_stdio(long access);

    int H5Pset_attr_phase_change(long create, int mostCompact, int leastDense);

    int H5Pset_link_phase_change(long create, int mostCompact, int leastDense);

    int H5Pset_create_intermediate_group(long link, int create);

    int H5Pset_obj_track_times(long create, byte track);

    int H5Pset_chunk(long create, int rank, long[] sizes);

    int H5Pget_chunk(long create, int most, long[] sizes);

    int H5Pset_chunk_cache(long access, long slots, long bytes, double preemption);

    int H5Pset_shuffle(long create);

    int H5Pset_deflate(long create, int level);

    int H5Pget_layout(long create);

    int H5Pget_mdc_config(long access, byte[] config);

    int H5Pset_mdc_config(long access, byte[] config);

    int H5Pget_external_count(long create);

    int H5Pget_virtual_count(long create, long[] count);

    long H5Pget_virtual_filename(long create, long index, byte[] name, long size);

    long H5Pget_virtual_dsetname(long create, long index, byte[] name, long size);

    int H5Pget_nfilters(long create);

    int H5Pget_filter2(
            long create,
            int index,
            int[] flags,
            long[] valueCount,
            int[] values,
            long nameSize,
            byte[] name,
            int[] config);

    // Dataspaces
    long H5Screate(int kind);

    long H5Screate_simple(int rank, long[] size, long[] most);

    int H5Sclose(long space);

    int H5Sextent_equal(long one, long other);

    int H5Sget_simple_extent_type(long space);

    int H5Sget_simple_extent_ndims(long space);

    int H5Sget_simple_extent_dims(long space, long[] size, long[] most);

    long H5Sget_simple_extent_npoints(long space);

    int H5Sselect_hyperslab(long space, int operation, long[] start, long[] stride, long[] count, long[] block);

    // Datatypes
    long H5Tcopy(long type);

    int H5Tclose(long type);

    int H5Tequal(long one, long other);

    int H5Tget_class(long type);

    long H5Tget_size(long type);

    int H5Tget_sign(long type);

    long H5Tget_super(long type);

    int H5Tget_strpad(long type);

    int H5Tget_nmembers(long type);

    int H5Tis_variable_str(long type);

    int H5Tset_size(long type, long bytes);

    int H5Tset_strpad(long type, int padding);

    int H5Tset_cset(long type, int charset);

    int H5Tset_fields(long type, long sign, long exponent, long exponentBits, long fraction, long fractionBits);

    int H5Tset_ebias(long type, long bias);

    long H5Tenum_create(long base);

    int H5Tenum_insert(long type, byte[] name, byte[] value);

    int H5Tenum_nameof(long type, byte[] value, byte[] name, long size);

    long H5Tvlen_create(long base);
}
