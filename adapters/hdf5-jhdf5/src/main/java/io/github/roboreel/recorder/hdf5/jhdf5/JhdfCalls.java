package io.github.roboreel.recorder.hdf5.jhdf5;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.exceptions.HDF5Exception;
import io.github.roboreel.recorder.hdf5.binding.DirectCalls;

/** HDF5 1.10 through JHDF5's low-level binding, and through {@link DirectCalls} what that does not give. */
final class JhdfCalls extends DirectCalls {
    private static final int FAILED = -1;

    /** HDF5's own functions are found through JHDF5's library, which depends on HDF5's, so that ids are common. */
    JhdfCalls() {
        super(JhdfLibrary.load());
    }

    /** A function that gives an id, a size, a number or a status. */
    @FunctionalInterface
    private interface NumberCall {
        long run() throws HDF5Exception;
    }

    /** One that is asked of an id, as most are: a method reference that captures nothing is made once. */
    @FunctionalInterface
    private interface IdCall {
        long run(long id) throws HDF5Exception;
    }

    /** A function that reports nothing but failure. */
    @FunctionalInterface
    private interface VoidCall {
        void run() throws HDF5Exception;
    }

    /** A question. */
    @FunctionalInterface
    private interface Question {
        boolean run() throws HDF5Exception;
    }

    @Override
    public int H5open() {
        return status(() -> H5.H5open());
    }

    @Override
    public int H5Iget_type(long id) {
        return status(H5::H5Iget_type, id);
    }

    @Override
    public int H5Fflush(long object, int scope) {
        return status(() -> H5.H5Fflush(object, scope));
    }

    @Override
    public int H5Oclose(long object) {
        return status(H5::H5Oclose, object);
    }

    @Override
    public int H5Aclose(long attribute) {
        return status(H5::H5Aclose, attribute);
    }

    @Override
    public int H5Pclose(long list) {
        return status(H5::H5Pclose, list);
    }

    @Override
    public int H5Pequal(long one, long other) {
        return status(() -> H5.H5Pequal(one, other));
    }

    @Override
    public int H5Pset_libver_bounds(long access, int low, int high) {
        return status(() -> H5.H5Pset_libver_bounds(access, low, high));
    }

    @Override
    public int H5Pset_fapl_stdio(long access) {
        return status(H5::H5Pset_fapl_stdio, access);
    }

    @Override
    public int H5Pset_shuffle(long create) {
        return status(H5::H5Pset_shuffle, create);
    }

    @Override
    public int H5Pset_deflate(long create, int level) {
        return status(() -> H5.H5Pset_deflate(create, level));
    }

    @Override
    public int H5Pget_layout(long create) {
        return status(H5::H5Pget_layout, create);
    }

    @Override
    public int H5Pget_nfilters(long create) {
        return status(H5::H5Pget_nfilters, create);
    }

    @Override
    public int H5Pget_chunk(long create, int most, long[] sizes) {
        return status(() -> H5.H5Pget_chunk(create, most, sizes));
    }

    @Override
    public int H5Pset_chunk(long create, int rank, long[] sizes) {
        return status(() -> H5.H5Pset_chunk(create, rank, sizes));
    }

    @Override
    public int H5Pset_small_data_block_size(long access, long bytes) {
        return status(() -> H5.H5Pset_small_data_block_size(access, bytes));
    }

    @Override
    public int H5Pset_link_phase_change(long create, int mostCompact, int leastDense) {
        return status(() -> H5.H5Pset_link_phase_change(create, mostCompact, leastDense));
    }

    @Override
    public int H5Sclose(long space) {
        return status(H5::H5Sclose, space);
    }

    @Override
    public int H5Sget_simple_extent_type(long space) {
        return status(H5::H5Sget_simple_extent_type, space);
    }

    @Override
    public int H5Sget_simple_extent_ndims(long space) {
        return status(H5::H5Sget_simple_extent_ndims, space);
    }

    @Override
    public int H5Sget_simple_extent_dims(long space, long[] size, long[] most) {
        return status(() -> H5.H5Sget_simple_extent_dims(space, size, most));
    }

    @Override
    public int H5Sselect_hyperslab(long space, int operation, long[] start, long[] stride, long[] count, long[] block) {
        return status(() -> H5.H5Sselect_hyperslab(space, operation, start, stride, count, block));
    }

    @Override
    public int H5Tclose(long type) {
        return status(H5::H5Tclose, type);
    }

    @Override
    public int H5Tget_class(long type) {
        return status(H5::H5Tget_class, type);
    }

    @Override
    public int H5Tget_sign(long type) {
        return status(H5::H5Tget_sign, type);
    }

    @Override
    public int H5Tget_strpad(long type) {
        return status(H5::H5Tget_strpad, type);
    }

    @Override
    public int H5Tget_nmembers(long type) {
        return status(H5::H5Tget_nmembers, type);
    }

    @Override
    public int H5Tset_size(long type, long bytes) {
        return status(() -> H5.H5Tset_size(type, bytes));
    }

    @Override
    public int H5Tset_strpad(long type, int padding) {
        return status(() -> H5.H5Tset_strpad(type, padding));
    }

    @Override
    public int H5Tset_cset(long type, int charset) {
        return status(() -> H5.H5Tset_cset(type, charset));
    }

    @Override
    public int H5Fclose(long file) {
        return status(H5::H5Fclose, file);
    }

    @Override
    public int H5Dread(long dataset, long type, long memory, long file, long transfer, byte[] values) {
        return status(() -> H5.H5Dread(dataset, type, memory, file, transfer, values));
    }

    @Override
    public int H5Dwrite(long dataset, long type, long memory, long file, long transfer, byte[] values) {
        return status(() -> H5.H5Dwrite(dataset, type, memory, file, transfer, values));
    }

    @Override
    public int H5Aread(long attribute, long type, byte[] values) {
        return status(() -> H5.H5Aread(attribute, type, values));
    }

    @Override
    public int H5Awrite(long attribute, long type, byte[] values) {
        return status(() -> H5.H5Awrite(attribute, type, values));
    }

    @Override
    public long H5Oopen_by_addr(long file, long address) {
        return id(() -> H5.H5Oopen_by_addr(file, address));
    }

    @Override
    public long H5Aget_space(long attribute) {
        return id(H5::H5Aget_space, attribute);
    }

    @Override
    public long H5Aget_type(long attribute) {
        return id(H5::H5Aget_type, attribute);
    }

    @Override
    public long H5Dget_create_plist(long dataset) {
        return id(H5::H5Dget_create_plist, dataset);
    }

    @Override
    public long H5Dget_space(long dataset) {
        return id(H5::H5Dget_space, dataset);
    }

    @Override
    public long H5Dget_type(long dataset) {
        return id(H5::H5Dget_type, dataset);
    }

    @Override
    public long H5Dget_storage_size(long dataset) {
        return id(H5::H5Dget_storage_size, dataset);
    }

    @Override
    public long H5Pcreate(long kind) {
        return id(H5::H5Pcreate, kind);
    }

    @Override
    public long H5Screate(int kind) {
        return id(() -> H5.H5Screate(kind));
    }

    @Override
    public long H5Screate_simple(int rank, long[] size, long[] most) {
        return id(() -> H5.H5Screate_simple(rank, size, most));
    }

    @Override
    public long H5Sget_simple_extent_npoints(long space) {
        return id(H5::H5Sget_simple_extent_npoints, space);
    }

    @Override
    public long H5Tcopy(long type) {
        return id(H5::H5Tcopy, type);
    }

    @Override
    public long H5Tget_size(long type) {
        return id(H5::H5Tget_size, type);
    }

    @Override
    public long H5Tget_super(long type) {
        return id(H5::H5Tget_super, type);
    }

    @Override
    public long H5Tenum_create(long base) {
        return id(H5::H5Tenum_create, base);
    }

    @Override
    public long H5Tvlen_create(long base) {
        return id(H5::H5Tvlen_create, base);
    }

    @Override
    public int H5Fstart_swmr_write(long file) {
        return done(() -> H5.H5Fstart_swmr_write(file));
    }

    @Override
    public int H5Orefresh(long object) {
        return done(() -> H5.H5Orefresh(object));
    }

    @Override
    public int H5Dset_extent(long dataset, long[] size) {
        return done(() -> H5.H5Dset_extent(dataset, size));
    }

    @Override
    public int H5Pset_attr_phase_change(long create, int mostCompact, int leastDense) {
        return done(() -> H5.H5Pset_attr_phase_change(create, mostCompact, leastDense));
    }

    @Override
    public int H5Pset_chunk_cache(long access, long slots, long bytes, double preemption) {
        return done(() -> H5.H5Pset_chunk_cache(access, slots, bytes, preemption));
    }

    @Override
    public int H5Pset_meta_block_size(long access, long bytes) {
        return done(() -> H5.H5Pset_meta_block_size(access, bytes));
    }

    @Override
    public int H5Pset_sieve_buf_size(long access, long bytes) {
        return done(() -> H5.H5Pset_sieve_buf_size(access, bytes));
    }

    @Override
    public int H5Tset_fields(long type, long sign, long exponent, long exponentBits, long fraction, long fractionBits) {
        return done(() -> H5.H5Tset_fields(type, sign, exponent, exponentBits, fraction, fractionBits));
    }

    @Override
    public int H5Tset_ebias(long type, long bias) {
        return done(() -> H5.H5Tset_ebias(type, bias));
    }

    @Override
    public int H5Pset_metadata_read_attempts(long access, int attempts) {
        return done(() -> H5.H5Pset_metadata_read_attempts(access, attempts));
    }

    @Override
    public int H5Sextent_equal(long one, long other) {
        return answer(() -> H5.H5Sextent_equal(one, other));
    }

    @Override
    public int H5Tequal(long one, long other) {
        return answer(() -> H5.H5Tequal(one, other));
    }

    @Override
    public int H5Tis_variable_str(long type) {
        return answer(() -> H5.H5Tis_variable_str(type));
    }

    @Override
    public int H5Pset_create_intermediate_group(long link, int create) {
        return status(() -> H5.H5Pset_create_intermediate_group(link, create != 0));
    }

    @Override
    public int H5Pset_obj_track_times(long create, byte track) {
        return done(() -> H5.H5Pset_obj_track_times(create, track != 0));
    }

    /** A failure as the library itself reports it: the error stack stays as it was. */
    private static long id(NumberCall call) {
        try {
            return call.run();
        } catch (HDF5Exception e) {
            return FAILED;
        }
    }

    private static long id(IdCall call, long id) {
        try {
            return call.run(id);
        } catch (HDF5Exception e) {
            return FAILED;
        }
    }

    private static int status(NumberCall call) {
        return (int) id(call);
    }

    private static int status(IdCall call, long id) {
        return (int) id(call, id);
    }

    private static int done(VoidCall call) {
        return status(() -> {
            call.run();
            return 0;
        });
    }

    private static int answer(Question question) {
        return status(() -> question.run() ? 1 : 0);
    }
}
