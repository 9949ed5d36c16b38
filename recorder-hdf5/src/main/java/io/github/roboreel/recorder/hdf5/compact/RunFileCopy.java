package io.github.roboreel.recorder.hdf5.compact;

import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.lib.Hdf5CopyNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5Native;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative.Id;
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
    /** So that forcing the rest takes no long time when somebody waits for the end. */
    private static final long FORCED_AT_ONCE_BYTES = 32L << 20;

    /** Asked between two parts of the work. */
    @FunctionalInterface
    public interface Permit {
        /** @throws IOException when the work is to be given up */
        void require() throws IOException;
    }

    private final FileChannel target;
    private final Permit permit;
    private final StoredChunks chunks = new StoredChunks();
    private long unforcedBytes;

    private RunFileCopy(FileChannel target, Permit permit) {
        this.target = target;
        this.permit = permit;
    }

    /**
     * Makes the copy and waits until it is on the disk.
     *
     * @throws IOException when that fails; what was written of it stays
     */
    static void copy(Path source, Path target, Permit permit) throws IOException {
        long from = Hdf5ReadNative.openClosed(source);
        try {
            long to = Hdf5CopyNative.createFile(target);
            try (FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE);
                    Id root = Hdf5CopyNative.openChild(from, "/");
                    Id newRoot = Hdf5CopyNative.openChild(to, "/")) {
                new RunFileCopy(channel, permit).copyGroup(root, newRoot, "");
            } finally {
                Hdf5Native.closeFile(to);
            }
        } finally {
            Hdf5Native.closeFile(from);
        }
        permit.require();
        Disk.force(target);
    }

    private void copyGroup(Id from, Id to, String path) throws IOException {
        Hdf5CopyNative.copyAttributes(from.value(), to.value());
        for (String name : Hdf5ReadNative.linkNames(from.value())) {
            permit.require();
            String childPath = path + "/" + name;
            Hdf5CopyNative.requireOnlyLink(from.value(), name, childPath);
            try (Id child = Hdf5CopyNative.openChild(from.value(), name)) {
                if (Hdf5CopyNative.isDataset(child.value())) {
                    copyDataset(child, to, name, childPath);
                } else {
                    try (Id copy = Hdf5CopyNative.createGroup(to.value(), name)) {
                        copyGroup(child, copy, childPath);
                    }
                }
            }
        }
    }

    private void copyDataset(Id dataset, Id parent, String name, String path) throws IOException {
        try (Id copy = Hdf5CopyNative.createLike(dataset.value(), parent.value(), name)) {
            Hdf5CopyNative.copyAttributes(dataset.value(), copy.value());
            StoredChunks.each(dataset.value(), path, offset -> copyChunk(dataset.value(), copy.value(), offset));
        }
    }

    private void copyChunk(long from, long to, long[] offset) throws IOException {
        StoredChunks.Chunk chunk = chunks.read(from, offset);
        if (chunk == null) {
            return;
        }
        int size = chunk.bytes().limit();
        Hdf5Native.writeChunk(to, offset, chunk.skippedFilters(), chunk.bytes(), 0, size);
        unforcedBytes += size;
        if (unforcedBytes >= FORCED_AT_ONCE_BYTES) {
            target.force(false);
            unforcedBytes = 0;
        }
        permit.require();
    }
}
