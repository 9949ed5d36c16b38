package io.github.roboreel.recorder.hdf5.compact;

import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.IoAction;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.hdf5.lib.StoredChunks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Copies a run file that is closed: its groups, attributes and datasets, and every chunk as it is stored, nothing of it
 * decompressed. The copy has no room to spare. For one thread.
 *
 * <p>H5Ocopy would do it in one call and half the time, but ends the process when the disk gets full meanwhile (HDF5
 * 1.10.8: it closes a type twice), and cannot be given up.
 */
final class RunFileCopy {
    /** So that forcing the rest takes no long time when a caller waits for the end. */
    private static final long FORCED_AT_ONCE_BYTES = 32L << 20;

    private final FileChannel target;
    private final UsedPlaces places;
    private final IoAction permit;
    private final StoredChunks chunks = new StoredChunks();
    private long unforcedBytes;

    private RunFileCopy(FileChannel target, UsedPlaces places, IoAction permit) {
        this.target = target;
        this.places = places;
        this.permit = permit;
    }

    /**
     * Makes the copy and waits until it is on the disk.
     *
     * @param places of the source that belong into it
     * @throws IOException when that fails; what was written of it stays
     */
    static void copy(H5File source, UsedPlaces places, Path target, IoAction permit) throws IOException {
        try (H5File to = H5File.createTight(target);
                FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
            new RunFileCopy(channel, places, permit).copyGroup(source.root(), to.root(), "");
        }
        permit.run();
        Disk.force(target);
    }

    private void copyGroup(H5Group from, H5Group to, String path) throws IOException {
        to.copyAttributes(from);
        for (String name : places.linkNames(from, path)) {
            permit.run();
            String childPath = path + "/" + name;
            from.requireOnlyLink(name, childPath);
            try (H5Object child = child(from, name, childPath)) {
                if (child instanceof H5Dataset dataset) {
                    copyDataset(dataset, to, name, childPath);
                } else if (child instanceof H5Group group) {
                    try (H5Group copy = to.createGroup(name)) {
                        copyGroup(group, copy, childPath);
                    }
                }
            }
        }
    }

    private static H5Object child(H5Group group, String name, String path) throws IOException {
        try {
            return group.object(name);
        } catch (FileFaultException e) {
            throw new FileFaultException(e.kind(), path + ": " + e.getMessage(), e);
        }
    }

    private void copyDataset(H5Dataset dataset, H5Group parent, String name, String path) throws IOException {
        try (H5Dataset copy = parent.createLike(dataset, name)) {
            copy.copyAttributes(dataset);
            StoredChunks.each(dataset, path, offset -> copyChunk(dataset, copy, offset));
        }
    }

    private void copyChunk(H5Dataset from, H5Dataset to, long[] offset) throws IOException {
        StoredChunks.Chunk chunk = chunks.read(from, offset);
        if (chunk == null) {
            return;
        }
        int size = chunk.bytes().limit();
        to.writeChunk(offset, chunk.skippedFilters(), chunk.bytes(), 0, size);
        unforcedBytes += size;
        if (unforcedBytes >= FORCED_AT_ONCE_BYTES) {
            target.force(false);
            unforcedBytes = 0;
        }
        permit.run();
    }
}
