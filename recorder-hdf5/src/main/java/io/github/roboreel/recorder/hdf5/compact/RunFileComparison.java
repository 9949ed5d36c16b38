package io.github.roboreel.recorder.hdf5.compact;

import io.github.roboreel.format.fault.IoAction;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.hdf5.lib.StoredChunks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares a run file with its copy: names, attributes, types and extents of everything, and the stored bytes of every
 * chunk. For one thread.
 */
final class RunFileComparison {
    private final UsedPlaces places;
    private final IoAction permit;
    private final StoredChunks chunks = new StoredChunks();
    private final StoredChunks copiedChunks = new StoredChunks();

    private RunFileComparison(UsedPlaces places, IoAction permit) {
        this.places = places;
        this.permit = permit;
    }

    /**
     * Reads both.
     *
     * @param places of the file that belong into the copy
     * @throws IOException naming the first difference, or when one of them does not read
     */
    static void requireEqual(H5File file, UsedPlaces places, Path copy, IoAction permit) throws IOException {
        try (H5File other = H5File.openClosed(copy)) {
            new RunFileComparison(places, permit).compareGroups(file.root(), other.root(), "");
        }
    }

    private void compareGroups(H5Group one, H5Group other, String path) throws IOException {
        compareAttributes(one, other, path);
        List<String> names = places.linkNames(one, path);
        require(names.equals(other.linkNames()), path, "other members");
        for (String name : names) {
            permit.run();
            try (H5Object child = one.object(name);
                    H5Object otherChild = other.object(name)) {
                compareChildren(child, otherChild, path + "/" + name);
            }
        }
    }

    private void compareChildren(H5Object one, H5Object other, String path) throws IOException {
        if (one instanceof H5Dataset dataset && other instanceof H5Dataset otherDataset) {
            compareDatasets(dataset, otherDataset, path);
        } else if (one instanceof H5Group group && other instanceof H5Group otherGroup) {
            compareGroups(group, otherGroup, path);
        } else {
            require(false, path, "another kind");
        }
    }

    private void compareDatasets(H5Dataset one, H5Dataset other, String path) throws IOException {
        compareAttributes(one, other, path);
        require(one.isLike(other), path, "another type, extent or storage");
        require(one.storedBytes() == other.storedBytes(), path, "chunks of other sizes");
        StoredChunks.each(one, path, offset -> compareChunks(one, other, offset, path));
    }

    private void compareAttributes(H5Object one, H5Object other, String path) throws IOException {
        require(one.hasSameAttributes(other), path, "other attributes");
    }

    private void compareChunks(H5Dataset one, H5Dataset other, long[] offset, String path) throws IOException {
        StoredChunks.Chunk chunk = chunks.read(one, offset);
        StoredChunks.Chunk copied = copiedChunks.read(other, offset);
        boolean same = chunk == null ? copied == null : chunk.equals(copied);
        require(same, path, "another chunk at row " + offset[0]);
        permit.run();
    }

    private static void require(boolean same, String path, String difference) throws IOException {
        if (!same) {
            throw new IOException("the copy has " + difference + " in " + path);
        }
    }
}
