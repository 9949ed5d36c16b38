package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.DEFAULT;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Where the values of a dataset lie: in its file, or for a virtual one in datasets to which {@link Links} leads. The
 * library would open any file that is named. Used under the library's lock.
 */
final class ValuePlaces {
    private static final int VIRTUAL = 3;
    private static final String THIS_FILE = ".";

    /** Virtual datasets one behind the other. */
    private static final int MAX_DEPTH = 16;

    /** What a small file can ask for by virtual datasets of virtual datasets has to end some time. */
    private static final int MAX_SOURCES = 100_000;

    private final Calls calls;
    private int sources;
    private long bytesElsewhere;

    private ValuePlaces(Calls calls) {
        this.calls = calls;
    }

    /** Dataset of a file, by their names. */
    private record Source(String file, String dataset) {}

    /** Reads one of the two names of a source into an array that is null to ask for its length. */
    @FunctionalInterface
    private interface Name {
        long read(long create, long index, byte[] name, long size);
    }

    /**
     * Refuses a dataset whose values lie where nothing is read.
     *
     * @return size of the other files that it takes values from, bytes
     */
    static long require(Calls calls, long dataset) throws IOException {
        ValuePlaces places = new ValuePlaces(calls);
        places.require(dataset, 0);
        return places.bytesElsewhere;
    }

    private void require(long dataset, int depth) throws IOException {
        try (Handle create = Handle.properties(calls, calls.H5Dget_create_plist(dataset))) {
            if (ok(calls.H5Pget_external_count(create.id())) > 0) {
                throw FileBeside.refusal("it has external storage: its values lie in a file that is no HDF5 file, and"
                        + " such a file is not read; copy them into the HDF5 file");
            }
            if (ok(calls.H5Pget_layout(create.id())) == VIRTUAL) {
                requireSources(dataset, create.id(), depth);
            }
        }
    }

    private void requireSources(long dataset, long create, int depth) throws IOException {
        long[] count = new long[1];
        ok(calls.H5Pget_virtual_count(create, count));
        Set<Source> seen = new HashSet<>();
        for (long i = 0; i < count[0]; i++) {
            Source source = new Source(
                    name(calls::H5Pget_virtual_filename, create, i), name(calls::H5Pget_virtual_dsetname, create, i));
            if (seen.add(source)) {
                requireSource(dataset, source, depth);
            }
        }
    }

    private static String name(Name name, long create, long index) {
        byte[] text = new byte[(int) ok(name.read(create, index, null, 0)) + 1];
        ok(name.read(create, index, text, text.length));
        return Hdf5.text(text, false);
    }

    private void requireSource(long dataset, Source source, int depth) throws IOException {
        if (depth >= MAX_DEPTH || ++sources > MAX_SOURCES) {
            throw FileBeside.refusal(
                    "it takes values from more than %s virtual datasets behind each other, or from more than %s"
                            + " datasets; copy the values into it",
                    MAX_DEPTH, MAX_SOURCES);
        }
        if (source.file.contains("%") || source.dataset.contains("%")) {
            throw FileBeside.refusal(
                    "it takes values from '%s' of '%s', a pattern that may name any file; name each",
                    source.dataset, source.file);
        }
        try (Links links = links(dataset, source)) {
            if (!links.leadsTo(ObjectInfo.DATASET)) {
                throw FileBeside.refusal(
                        "it takes values from '%s' of '%s', which is no dataset; put it there",
                        source.dataset, source.file);
            }
            bytesElsewhere += links.bytesElsewhere();
            requireAndClose(links.openDataset(DEFAULT), depth + 1);
        }
    }

    private Links links(long dataset, Source source) throws IOException {
        return source.file.equals(THIS_FILE)
                ? Links.follow(calls, dataset, "/" + source.dataset)
                : Links.followIn(source.file, calls, dataset, source.dataset);
    }

    private void requireAndClose(long dataset, int depth) throws IOException {
        try {
            require(dataset, depth);
        } finally {
            calls.H5Oclose(dataset);
        }
    }
}
