package io.github.roboreel.recorder.hdf5.compact;

import io.github.roboreel.recorder.hdf5.lib.Hdf5CopyNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5Native;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative.Id;
import io.github.roboreel.recorder.hdf5.lib.StoredChunks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares a run file with its copy: names, attributes, types and extents of everything, and the stored bytes of every
 * chunk. For one thread.
 */
final class RunFileComparison {
    private final RunFileCopy.Permit permit;
    private final StoredChunks chunks = new StoredChunks();
    private final StoredChunks copiedChunks = new StoredChunks();

    private RunFileComparison(RunFileCopy.Permit permit) {
        this.permit = permit;
    }

    /**
     * Reads both.
     *
     * @throws IOException naming the first difference, or when one of them does not read
     */
    static void requireEqual(Path file, Path copy, RunFileCopy.Permit permit) throws IOException {
        long one = Hdf5ReadNative.openClosed(file);
        try {
            long other = Hdf5ReadNative.openClosed(copy);
            try (Id root = Hdf5CopyNative.openChild(one, "/");
                    Id otherRoot = Hdf5CopyNative.openChild(other, "/")) {
                new RunFileComparison(permit).compareGroups(root, otherRoot, "");
            } finally {
                Hdf5Native.closeFile(other);
            }
        } finally {
            Hdf5Native.closeFile(one);
        }
    }

    private void compareGroups(Id one, Id other, String path) throws IOException {
        compareAttributes(one, other, path);
        List<String> names = Hdf5ReadNative.linkNames(one.value());
        require(names.equals(Hdf5ReadNative.linkNames(other.value())), path, "other members");
        for (String name : names) {
            permit.require();
            try (Id child = Hdf5CopyNative.openChild(one.value(), name);
                    Id otherChild = Hdf5CopyNative.openChild(other.value(), name)) {
                compareChildren(child, otherChild, path + "/" + name);
            }
        }
    }

    private void compareChildren(Id one, Id other, String path) throws IOException {
        boolean isDataset = Hdf5CopyNative.isDataset(one.value());
        require(isDataset == Hdf5CopyNative.isDataset(other.value()), path, "another kind");
        if (isDataset) {
            compareAttributes(one, other, path);
            boolean alike = Hdf5CopyNative.areAlike(one.value(), other.value());
            require(alike, path, "another type, extent or storage");
            long bytes = Hdf5CopyNative.storedBytes(one.value());
            boolean sameBytes = bytes == Hdf5CopyNative.storedBytes(other.value());
            require(sameBytes, path, "chunks of other sizes");
            StoredChunks.each(one.value(), path, offset -> compareChunks(one.value(), other.value(), offset, path));
        } else {
            compareGroups(one, other, path);
        }
    }

    private void compareAttributes(Id one, Id other, String path) throws IOException {
        boolean same = Hdf5CopyNative.haveSameAttributes(one.value(), other.value());
        require(same, path, "other attributes");
    }

    private void compareChunks(long one, long other, long[] offset, String path) throws IOException {
        StoredChunks.Chunk chunk = chunks.read(one, offset);
        StoredChunks.Chunk copied = copiedChunks.read(other, offset);
        boolean same = chunk == null ? copied == null : chunk.equals(copied);
        require(same, path, "another chunk at row " + offset[0]);
        permit.require();
    }

    private static void require(boolean same, String path, String difference) throws IOException {
        if (!same) {
            throw new IOException("the copy has " + difference + " in " + path);
        }
    }
}
