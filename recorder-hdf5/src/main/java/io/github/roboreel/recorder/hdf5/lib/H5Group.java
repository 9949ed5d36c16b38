package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.BY_NAME;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.DEFAULT;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.INCREASING;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.utf8;

import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.hdf5.binding.Calls;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongPredicate;

/** Open group. Paths are relative to it; {@code /} is the root. */
public final class H5Group extends H5Object {
    private static final int GROUP_ID = 2;
    private static final int DATASET_ID = 5;
    private static final int NATIVE_ORDER = 2;
    private static final long UNLIMITED = -1;

    /** Whether this process makes the file: then no link in it leads anywhere, and none is looked for. */
    private final boolean isMadeHere;

    H5Group(long id, boolean isMadeHere) {
        super(id);
        this.isMadeHere = isMadeHere;
    }

    // Members

    /** Opens a group. */
    public H5Group group(String path) throws IOException {
        return Hdf5.checked("open " + path, calls -> {
            if (isMadeHere) {
                return new H5Group(calls.H5Oopen(id, utf8(path), DEFAULT), true);
            }
            try (Links links = Links.follow(calls, id, path)) {
                return new H5Group(links.open(), false);
            }
        });
    }

    /** Opens a dataset. */
    public H5Dataset dataset(String path) throws IOException {
        return Hdf5.checked("open " + path, calls -> dataset(calls, path, DEFAULT));
    }

    private H5Dataset dataset(Calls calls, String path, long access) throws IOException {
        if (isMadeHere) {
            return new H5Dataset(calls.H5Dopen2(id, utf8(path), access));
        }
        try (Links links = Links.follow(calls, id, path)) {
            return H5Dataset.readable(calls, links.openDataset(access), links.bytesElsewhere());
        }
    }

    /** Opens a group or dataset. */
    public H5Object object(String path) throws IOException {
        return Hdf5.checked("open " + path, calls -> {
            try (Links links = Links.follow(calls, id, path)) {
                return typed(calls, links.open(), links.bytesElsewhere());
            }
        });
    }

    /** Opens a dataset without a chunk cache, for chunks that come ready-made. */
    public H5Dataset uncachedDataset(String path) throws IOException {
        return Hdf5.checked("open dataset " + path, calls -> dataset(calls, path, KeptProperties.UNCACHED.id(calls)));
    }

    private H5Object typed(Calls calls, long opened, long linkedBytes) throws IOException {
        return isDataset(calls, opened)
                ? H5Dataset.readable(calls, opened, linkedBytes)
                : new H5Group(opened, isMadeHere);
    }

    private static boolean isDataset(Calls calls, long opened) {
        return ok(calls.H5Iget_type(opened)) == DATASET_ID;
    }

    /** Names of everything directly below, in byte-wise order. */
    public List<String> linkNames() throws IOException {
        return Hdf5.checked("list a group", calls -> linkNames(calls, id, info -> true));
    }

    /** Names of the groups directly below, in byte-wise order; also of those too damaged to tell. */
    public List<String> groupNames() throws IOException {
        List<String> groups = new ArrayList<>();
        for (String name : linkNames()) {
            if (maybeGroup(name)) {
                groups.add(name);
            }
        }
        return groups;
    }

    /** True for a damaged one: opening it reports the damage. */
    private boolean maybeGroup(String name) {
        try {
            return hasGroup(name);
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * Paths of all datasets below, in byte-wise order: each object once, and again by each soft or external link to it
     * or to a group around it. A link that leads where nothing is read has its path here, too; one that leads back to a
     * group on its own path, or nowhere, has none.
     *
     * @throws IOException also when links lead to more groups than a file of episodes has
     */
    public List<String> datasetPaths() throws IOException {
        return DatasetListing.of(this);
    }

    /** Visits the objects that hard links lead to from here, each once, and this one as {@code .} first. */
    void visitOwn(BiConsumer<String, ObjectInfo> visit) throws IOException {
        visit(INCREASING, ObjectInfo.BASIC, "list the datasets", visit);
    }

    /** Names of the soft and external links in a group below; {@code .} is this one. */
    List<String> linksIn(String group) throws IOException {
        return Hdf5.checked("list a group", calls -> {
            long opened = ok(calls.H5Oopen(id, utf8(group), DEFAULT));
            try {
                return linkNames(calls, opened, info -> typeOfLink(calls, info) != Links.HARD);
            } finally {
                calls.H5Oclose(opened);
            }
        });
    }

    private static int typeOfLink(Calls calls, long info) {
        return NativeMemory.buffer(calls.bytes(info, Integer.BYTES)).getInt();
    }

    private static List<String> linkNames(Calls calls, long group, LongPredicate isWanted) {
        List<String> names = new ArrayList<>();
        ok(calls.H5Literate(group, BY_NAME, INCREASING, (parent, name, info, data) -> {
            if (isWanted.test(info)) {
                names.add(Hdf5.text(calls.string(name), false));
            }
            return 0;
        }));
        return names;
    }

    /** The group or dataset that links lead to. */
    Optional<ObjectInfo> target(String link) throws IOException {
        return Hdf5.checked("look up " + link, calls -> {
            try (Links links = Links.follow(calls, id, link)) {
                return Optional.of(links)
                        .filter(Links::isThere)
                        .map(Links::info)
                        .filter(ObjectInfo::isGroupOrDataset);
            }
        });
    }

    /** This group and those in which a path of hard links continues. */
    List<ObjectInfo> groupsTo(String path) throws IOException {
        return Hdf5.checked("look up " + path, calls -> {
            List<ObjectInfo> groups = new ArrayList<>(List.of(ObjectInfo.of(calls, id, ".")));
            for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
                groups.add(ObjectInfo.of(calls, id, path.substring(0, at)));
            }
            return groups;
        });
    }

    /** All objects from here on, links followed once, with what they take in the file. */
    List<ObjectInfo> objects() throws IOException {
        List<ObjectInfo> objects = new ArrayList<>();
        visit(NATIVE_ORDER, ObjectInfo.ALL, "list the objects", (path, info) -> objects.add(info));
        return objects;
    }

    private void visit(int order, int fields, String doing, BiConsumer<String, ObjectInfo> visit) throws IOException {
        Hdf5.checked(
                doing,
                calls -> ok(calls.H5Ovisit2(
                        id,
                        BY_NAME,
                        order,
                        (group, name, info, data) -> {
                            visit.accept(Hdf5.text(calls.string(name), false), ObjectInfo.at(calls, info));
                            return 0;
                        },
                        fields)));
    }

    /** Opens the object at an address in the file. */
    H5Object objectAt(long address) throws IOException {
        return Hdf5.checked("open an object", calls -> {
            long opened = ok(calls.H5Oopen_by_addr(id, address));
            return isDataset(calls, opened) ? new H5Dataset(opened) : new H5Group(opened, isMadeHere);
        });
    }

    // Questions

    /** Whether links lead from here to a group. */
    public boolean hasGroup(String path) throws IOException {
        return leadsTo(path, ObjectInfo.GROUP);
    }

    /** Whether links lead from here to a dataset. */
    public boolean hasDataset(String path) throws IOException {
        return leadsTo(path, ObjectInfo.DATASET);
    }

    /** Whether a soft or external link is on the way to what stands at a path. */
    public boolean isBehindLink(String path) throws IOException {
        return Hdf5.checked("look up " + path, calls -> {
            try (Links links = Links.follow(calls, id, path)) {
                return links.followed() > 0;
            }
        });
    }

    private boolean leadsTo(String path, int type) throws IOException {
        return Hdf5.checked("look up " + path, calls -> {
            try (Links links = Links.follow(calls, id, path)) {
                return links.leadsTo(type);
            }
        });
    }

    /**
     * Refuses a member that a copy of the tree of objects would not be equal to.
     *
     * @param path of it, for messages
     * @throws IOException when it is no group or dataset, or another link leads to it
     */
    public void requireOnlyLink(String name, String path) throws IOException {
        boolean only = Hdf5.checked(
                "look at " + path, calls -> Links.type(calls, id, name) == Links.HARD && isPlain(calls, name));
        if (!only) {
            throw new IOException(path + " is a link, or something that no recorder stores");
        }
    }

    private boolean isPlain(Calls calls, String name) {
        ObjectInfo info = ObjectInfo.of(calls, id, name);
        return info.type() <= ObjectInfo.DATASET && info.references() == 1;
    }

    /** What stands at a path, links followed. */
    public Kind kind(String path) throws IOException {
        Optional<Found> found = find(path);
        if (found.isPresent()) {
            found.get().object().close();
        }
        return found.map(Found::kind).orElse(Kind.NOTHING);
    }

    /**
     * An open object and what it is.
     *
     * @param object to be closed
     * @param isBehindLink whether a soft or external link was on the way
     */
    public record Found(Kind kind, H5Object object, boolean isBehindLink) {}

    /** Opens what is at a path, which is looked for once; empty where {@link #kind} finds nothing. */
    public Optional<Found> find(String path) throws IOException {
        return Hdf5.checked("look up " + path, calls -> {
            try (Links links = Links.follow(calls, id, path)) {
                return links.isThere() ? found(calls, links) : Optional.empty();
            }
        });
    }

    private Optional<Found> found(Calls calls, Links links) throws IOException {
        H5Object object = typed(calls, links.open(), links.bytesElsewhere());
        try {
            Kind kind = object instanceof H5Dataset dataset ? dataset.kind() : kindOfOther(calls, object.id);
            if (kind != Kind.NOTHING) {
                return Optional.of(new Found(kind, object, links.followed() > 0));
            }
        } catch (Throwable e) {
            Undo.after(e, object::close);
            throw e;
        }
        object.close();
        return Optional.empty();
    }

    private static Kind kindOfOther(Calls calls, long opened) {
        return ok(calls.H5Iget_type(opened)) == GROUP_ID ? Kind.GROUP : Kind.NOTHING;
    }

    // Creation

    /**
     * Creates a group whose attributes stay in its header, where SWMR can rewrite them, and up to 64 links too, which
     * takes less room. Without the time of its making, as datasets.
     */
    public H5Group createGroup(String name) throws IOException {
        return Hdf5.checked("create group " + name, calls -> {
            long create = KeptProperties.GROUPS.id(calls);
            return new H5Group(calls.H5Gcreate2(id, utf8(name), DEFAULT, create, DEFAULT), isMadeHere);
        });
    }

    /**
     * Storage of a dataset that grows along its first axis.
     *
     * @param shape its first axis does not count
     * @param chunk of as many axes
     * @param deflateLevel of shuffled chunks; negative for no filters
     */
    public record Storage(long[] shape, long[] chunk, int deflateLevel) {
        /** In chunks of whole rows. */
        public static Storage ofRows(long[] chunk, int deflateLevel) {
            return new Storage(chunk, chunk, deflateLevel);
        }
    }

    /** Creates an empty dataset, unlimited on its first axis only, with its parent groups; it has no chunk cache. */
    public H5Dataset createDataset(String path, H5Type type, Storage storage) throws IOException {
        return Hdf5.checked("create dataset " + path, calls -> {
            try (Handle create = Handle.newProperties(calls, "H5P_CLS_DATASET_CREATE_ID_g");
                    Handle space = growing(calls, storage.shape)) {
                describe(calls, create, storage);
                return new H5Dataset(calls.H5Dcreate2(
                        id,
                        utf8(path),
                        type.id(),
                        space.id(),
                        KeptProperties.PARENTS.id(calls),
                        create.id(),
                        KeptProperties.UNCACHED.id(calls)));
            }
        });
    }

    private static void describe(Calls calls, Handle create, Storage storage) {
        ok(calls.H5Pset_chunk(create.id(), storage.chunk.length, storage.chunk));
        if (storage.deflateLevel >= 0) {
            ok(calls.H5Pset_shuffle(create.id()));
            ok(calls.H5Pset_deflate(create.id(), storage.deflateLevel));
        }
        ok(calls.H5Pset_obj_track_times(create.id(), (byte) 0));
    }

    private static Handle growing(Calls calls, long[] shape) {
        long[] size = shape.clone();
        size[0] = 0;
        long[] most = shape.clone();
        most[0] = UNLIMITED;
        return Handle.space(calls, calls.H5Screate_simple(size.length, size, most));
    }

    /**
     * Creates a dataset of a fixed number of values, which lie one after the other. Without the time of its making, so
     * that equal files are equal byte by byte.
     */
    public H5Dataset createFixed(String name, H5Type type, long[] shape) throws IOException {
        return Hdf5.checked("create " + name, calls -> {
            long create = KeptProperties.DATASETS.id(calls);
            try (Handle space = Handle.space(calls, calls.H5Screate_simple(shape.length, shape, null))) {
                return new H5Dataset(calls.H5Dcreate2(id, utf8(name), type.id(), space.id(), DEFAULT, create, DEFAULT));
            }
        });
    }

    /**
     * Copies a member with all that is below it. None of its datasets may hold chunks: a disk that gets full while
     * chunks are copied makes the library end the process (HDF5 1.10.8: it closes a type twice).
     */
    public void copy(String name, String newName) throws IOException {
        Hdf5.checked("copy " + name, calls -> ok(calls.H5Ocopy(id, utf8(name), id, utf8(newName), DEFAULT, DEFAULT)));
    }

    /** Removes a member; what it took of the file is dead then. */
    public void remove(String name) throws IOException {
        Hdf5.checked("remove " + name, calls -> ok(calls.H5Ldelete(id, utf8(name), DEFAULT)));
    }

    /** Creates an empty dataset that is stored as another is, of the same type and extent. */
    public H5Dataset createLike(H5Dataset other, String name) throws IOException {
        return Hdf5.checked("create " + name, calls -> {
            try (Handle type = Handle.type(calls, calls.H5Dget_type(other.id));
                    Handle space = Handle.space(calls, calls.H5Dget_space(other.id));
                    Handle create = Handle.properties(calls, calls.H5Dget_create_plist(other.id))) {
                return new H5Dataset(calls.H5Dcreate2(
                        id,
                        utf8(name),
                        type.id(),
                        space.id(),
                        DEFAULT,
                        create.id(),
                        KeptProperties.UNCACHED.id(calls)));
            }
        });
    }
}
