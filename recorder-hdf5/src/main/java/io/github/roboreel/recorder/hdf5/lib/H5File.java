package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.utf8;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.ObjLongConsumer;

/** Open HDF5 file. For one thread at a time; native calls of all files queue behind one lock. */
public final class H5File implements Closeable {
    private static final int READ = 0;
    private static final int READ_WRITE = 1;
    private static final int MUST_NOT_EXIST = 4;
    private static final int SWMR_WRITE = 0x20;
    private static final int SWMR_READ = 0x40;

    /** {@code H5F_LIBVER_V110}, which SWMR needs. */
    private static final int NEWEST_FORMAT = 2;

    private static final int THIS_FILE = 0;

    private final long id;
    private final H5Group root;

    private H5File(long id, boolean isMadeHere) {
        this.id = ok(id);
        root = new H5Group(id, isMadeHere);
    }

    // Creating

    /**
     * Creates a file in the newest format, which SWMR needs. Small chunks share no room that was reserved ahead: each
     * new chunk lies where {@link #endOfAllocation} was.
     *
     * @param cacheBytes of metadata that are kept; a flush looks at all of them
     */
    public static H5File create(Path path, long cacheBytes) throws IOException {
        return create(path, (calls, access) -> {
            newestFormat(calls, access);
            reserveNoRoomForData(calls, access);
            MetadataCache.limit(calls, access, cacheBytes);
        });
    }

    private static void newestFormat(Calls calls, long access) {
        ok(calls.H5Pset_libver_bounds(access, NEWEST_FORMAT, NEWEST_FORMAT));
    }

    /** Creates a file in the newest format that reserves no room: every block fits its content. */
    public static H5File createTight(Path path) throws IOException {
        return create(path, (calls, access) -> {
            newestFormat(calls, access);
            ok(calls.H5Pset_meta_block_size(access, 0));
            reserveNoRoomForData(calls, access);
            writeAtOnce(calls, access);
        });
    }

    /**
     * A write that fails when its dataset is closed, the disk being full, makes the library crash when it closes the
     * file.
     */
    private static void writeAtOnce(Calls calls, long access) {
        ok(calls.H5Pset_sieve_buf_size(access, 0));
    }

    private static void reserveNoRoomForData(Calls calls, long access) {
        ok(calls.H5Pset_small_data_block_size(access, 0));
    }

    private static H5File create(Path path, ObjLongConsumer<Calls> how) throws IOException {
        return Hdf5.checked("create " + path, calls -> {
            try (Handle access = access(calls, how);
                    Handle create = Handle.newProperties(calls, "H5P_CLS_FILE_CREATE_ID_g")) {
                ok(calls.H5Pset_obj_track_times(create.id(), (byte) 0));
                return new H5File(
                        calls.H5Fcreate(utf8(path.toString()), MUST_NOT_EXIST, create.id(), access.id()), true);
            }
        });
    }

    private static Handle access(Calls calls, ObjLongConsumer<Calls> how) {
        Handle access = Handle.newProperties(calls, "H5P_CLS_FILE_ACCESS_ID_g");
        try {
            how.accept(calls, access.id());
            return access;
        } catch (RuntimeException e) {
            access.close();
            throw e;
        }
    }

    // Opening

    /**
     * Opens a file for reading, without a lock, so that no reader can hinder a recorder; with one when this very
     * process already has the file open that way, since all its openings must agree.
     *
     * @param swmr while its recorder has it open
     */
    public static H5File open(Path path, boolean swmr) throws IOException {
        int flags = swmr ? READ | SWMR_READ : READ;
        return Hdf5.checked("open " + path, calls -> {
            try {
                return open(calls, path, flags, H5File::unlocked);
            } catch (H5Exception e) {
                if (!e.says("locking")) {
                    throw e;
                }
                return open(calls, path, flags, (c, access) -> {});
            }
        });
    }

    private static H5File open(Calls calls, Path path, int flags, ObjLongConsumer<Calls> how) {
        try (Handle access = access(calls, how)) {
            return new H5File(calls.H5Fopen(utf8(path.toString()), flags, access.id()), false);
        }
    }

    private static H5File open(Path path, int flags, ObjLongConsumer<Calls> how) throws IOException {
        return Hdf5.checked("open " + path, calls -> open(calls, path, flags, how));
    }

    private static void unlocked(Calls calls, long access) {
        ok(calls.H5Pset_file_locking(access, (byte) 0, (byte) 1));
    }

    /**
     * Opens a file that is being recorded, apart from what this very process may have open of it: through handles that
     * reader and writer share, HDF5 1.10 reads a chunk that was written ready-made with the filter mask of before.
     * Files of different drivers are never shared, and the driver that can log is the default one otherwise.
     */
    public static H5File openApart(Path path) throws IOException {
        return open(path, READ | SWMR_READ, (calls, access) -> {
            unlocked(calls, access);
            ok(calls.H5Pset_fapl_log(access, null, 0, 0));
        });
    }

    /**
     * Opens a file that no process writes any more, apart from what this process may still have open of it as a live
     * reader: what such a reader knows of the file may be old. The driver is one that nothing else here uses.
     */
    public static H5File openClosed(Path path) throws IOException {
        return open(path, READ, (calls, access) -> {
            unlocked(calls, access);
            ok(calls.H5Pset_fapl_stdio(access));
        });
    }

    /** Opens a finished file to be written further, so that its death leaves it as readable. */
    public static H5File openToRepair(Path path) throws IOException {
        return open(path, READ_WRITE | SWMR_WRITE, (calls, access) -> {
            unlocked(calls, access);
            newestFormat(calls, access);
            readMetadataOnce(calls, access);
        });
    }

    /**
     * Opens a file to correct what a live reader must not see change, apart from what this process may still have open
     * of it. Its death leaves the file marked as being written.
     */
    public static H5File openToCorrect(Path path) throws IOException {
        return open(path, READ_WRITE, (calls, access) -> {
            unlocked(calls, access);
            newestFormat(calls, access);
            ok(calls.H5Pset_fapl_stdio(access));
        });
    }

    /** Opens for reading a file that no process writes; {@code marked} when it was not closed. */
    public static H5File openAsLeft(Path path, boolean marked) throws IOException {
        return open(path, marked ? READ | SWMR_READ : READ, (calls, access) -> {
            unlocked(calls, access);
            readMetadataOnce(calls, access);
        });
    }

    /** In SWMR mode the library tries a damaged block again and again, almost forever. */
    private static void readMetadataOnce(Calls calls, long access) {
        ok(calls.H5Pset_metadata_read_attempts(access, 1));
    }

    /** Opens a file to write it further. */
    public static H5File openToAppend(Path path) throws IOException {
        return Hdf5.checked(
                "open " + path + " for writing", calls -> open(calls, path, READ_WRITE, H5File::writeAtOnce));
    }

    // Use

    /** The group that holds everything; never to be closed. */
    public H5Group root() {
        return root;
    }

    /** Size of the file, bytes. */
    public long bytes() throws IOException {
        return Hdf5.checked("look at a file", calls -> {
            long[] bytes = new long[1];
            ok(calls.H5Fget_filesize(id, bytes));
            return bytes[0];
        });
    }

    /** Where the room ends that was given out in the file, bytes from its start; behind it the file holds nothing. */
    public long endOfAllocation() throws IOException {
        return Hdf5.checked("look at a file", calls -> {
            long[] address = new long[1];
            ok(calls.H5Fget_eoa(id, address));
            return address[0];
        });
    }

    /** Makes what was written visible to live readers and safe from the death of this process. */
    public void flush() throws IOException {
        Hdf5.checked("flush the file", calls -> ok(calls.H5Fflush(id, THIS_FILE)));
    }

    /** From here on readers may open the file while it grows; no other object of it may be open. */
    public void startSwmrWrite() throws IOException {
        Hdf5.checked("switch the file to SWMR", calls -> ok(calls.H5Fstart_swmr_write(id)));
    }

    @Override
    public void close() throws IOException {
        Hdf5.checked("close the file", calls -> ok(calls.H5Fclose(id)));
    }
}
