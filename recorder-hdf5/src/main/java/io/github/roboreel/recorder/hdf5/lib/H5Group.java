package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.BY_NAME;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.DEFAULT;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.INCREASING;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.isTrue;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.utf8;

import io.github.roboreel.recorder.hdf5.binding.Calls;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Open group. Paths are relative to it; {@code /} is the root. */
public final class H5Group extends H5Object {
    /** {@code H5L_TYPE_HARD}, where {@code H5L_info_t} begins. */
    private static final int HARD_LINK = 0;

    private static final int LINK_INFO_BYTES = 32;
    private static final int GROUP_ID = 2;
    private static final int DATASET_ID = 5;
    private static final int NATIVE_ORDER = 2;
    private static final long UNLIMITED = -1;

    /** Links and attributes that stay in a group's header. */
    private static final int MOST_COMPACT = 64;

    H5Group(long id) {
        super(id);
    }

    // Members

    /** Opens a group. */
    public H5Group group(String path) throws IOException {
        return Hdf5.checked("open " + path, calls -> new H5Group(calls.H5Oopen(id, utf8(path), DEFAULT)));
    }

    /** Opens a dataset. */
    public H5Dataset dataset(String path) throws IOException {
        return Hdf5.checked("open " + path, calls -> new H5Dataset(calls.H5Dopen2(id, utf8(path), DEFAULT)));
    }

    /** Opens a group or dataset. */
    public H5Object object(String path) throws IOException {
        return Hdf5.checked("open " + path, calls -> typed(calls, calls.H5Oopen(id, utf8(path), DEFAULT)));
    }

    /** Opens a dataset without a chunk cache, for chunks that come ready-made. */
    public H5Dataset uncachedDataset(String path) throws IOException {
        return Hdf5.checked("open dataset " + path, calls -> {
            try (Handle access = withoutCache(calls)) {
                return new H5Dataset(calls.H5Dopen2(id, utf8(path), access.id()));
            }
        });
    }

    private static Handle withoutCache(Calls calls) {
        Handle access = Handle.newProperties(calls, "H5P_CLS_DATASET_ACCESS_ID_g");
        ok(calls.H5Pset_chunk_cache(access.id(), 1, 0, 1.0));
        return access;
    }

    private static H5Object typed(Calls calls, long opened) {
        return ok(calls.H5Iget_type(ok(opened))) == DATASET_ID ? new H5Dataset(opened) : new H5Group(opened);
    }

    /** Names of everything directly below, in byte-wise order. */
    public List<String> linkNames() throws IOException {
        return Hdf5.checked("list a group", calls -> {
            List<String> names = new ArrayList<>();
            ok(calls.H5Literate(id, BY_NAME, INCREASING, (group, name, info, data) -> {
                names.add(Hdf5.text(calls.string(name), false));
                return 0;
            }));
            return names;
        });
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

    /** Whoever opens a damaged one hears of it. */
    private boolean maybeGroup(String name) {
        try {
            return hasGroup(name);
        } catch (IOException e) {
            return true;
        }
    }

    /** Paths of all datasets below, in byte-wise order; each object once. */
    public List<String> datasetPaths() throws IOException {
        List<String> paths = new ArrayList<>();
        visit(INCREASING, ObjectInfo.BASIC, "list the datasets", (path, info) -> {
            if (info.isDataset()) {
                paths.add(path);
            }
        });
        return paths;
    }

    /** All objects from here on, links followed once, with what they take in the file. */
    public List<ObjectInfo> objects() throws IOException {
        List<ObjectInfo> objects = new ArrayList<>();
        visit(NATIVE_ORDER, ObjectInfo.ALL, "list the objects", (path, info) -> objects.add(info));
        return objects;
    }

    @FunctionalInterface
    private interface ObjectVisit {
        void at(String path, ObjectInfo info);
    }

    private void visit(int order, int fields, String doing, ObjectVisit visit) throws IOException {
        Hdf5.checked(
                doing,
                calls -> ok(calls.H5Ovisit2(
                        id,
                        BY_NAME,
                        order,
                        (group, name, info, data) -> {
                            visit.at(Hdf5.text(calls.string(name), false), ObjectInfo.at(calls, info));
                            return 0;
                        },
                        fields)));
    }

    /** Opens the object at an address in the file. */
    public H5Object objectAt(long address) throws IOException {
        return Hdf5.checked("open an object", calls -> typed(calls, calls.H5Oopen_by_addr(id, address)));
    }

    // Questions

    /** Whether links lead from here to a group. */
    public boolean hasGroup(String path) throws IOException {
        return Hdf5.checked("look up " + path, calls -> leadsTo(calls, path, ObjectInfo.GROUP));
    }

    private boolean leadsTo(Calls calls, String path, int type) {
        return isTrue(calls.H5Lexists(id, utf8(path), DEFAULT))
                && isTrue(calls.H5Oexists_by_name(id, utf8(path), DEFAULT))
                && ObjectInfo.of(calls, id, path).type() == type;
    }

    /** Whether there is a dataset at this path; links that may lead to other demos and files do not count. */
    public boolean hasOwnDataset(String path) throws IOException {
        return Hdf5.checked("look up " + path, calls -> {
            for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
                if (!isOwn(calls, path.substring(0, at), ObjectInfo.GROUP)) {
                    return false;
                }
            }
            return isOwn(calls, path, ObjectInfo.DATASET);
        });
    }

    private boolean isOwn(Calls calls, String path, int type) {
        return isTrue(calls.H5Lexists(id, utf8(path), DEFAULT))
                && isHardLink(calls, path)
                && ObjectInfo.of(calls, id, path).type() == type;
    }

    private boolean isHardLink(Calls calls, String path) {
        byte[] info = new byte[LINK_INFO_BYTES];
        ok(calls.H5Lget_info(id, utf8(path), info, DEFAULT));
        return NativeMemory.buffer(info).getInt() == HARD_LINK;
    }

    /**
     * Refuses a member that a copy of the tree of objects would not be equal to.
     *
     * @param path of it, for messages
     * @throws IOException when it is no group or dataset, or another link leads to it
     */
    public void requireOnlyLink(String name, String path) throws IOException {
        boolean only = Hdf5.checked("look at " + path, calls -> isHardLink(calls, name) && isPlain(calls, name));
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
        return Hdf5.checked("look up " + path, calls -> {
            long opened = calls.H5Oopen(id, utf8(path), DEFAULT);
            if (opened < 0) {
                return kindOfUnopened(calls, path);
            }
            try (H5Object object = typed(calls, opened)) {
                return object instanceof H5Dataset dataset ? dataset.kind() : kindOfOther(calls, opened);
            }
        });
    }

    private static Kind kindOfOther(Calls calls, long opened) {
        return ok(calls.H5Iget_type(opened)) == GROUP_ID ? Kind.GROUP : Kind.NOTHING;
    }

    /** Nothing, unless links lead to something that is damaged. */
    private Kind kindOfUnopened(Calls calls, String path) throws IOException {
        for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
            if (!leadsTo(calls, path.substring(0, at), ObjectInfo.GROUP)) {
                return Kind.NOTHING;
            }
        }
        if (leadsTo(calls, path, ObjectInfo.DATASET)) {
            dataset(path).close();
        }
        return leadsTo(calls, path, ObjectInfo.GROUP) ? Kind.GROUP : Kind.NOTHING;
    }

    // Creation

    /**
     * Creates a group whose attributes stay in its header, where SWMR can rewrite them, and up to 64 links too, which
     * takes less room.
     */
    public H5Group createGroup(String name) throws IOException {
        return Hdf5.checked("create group " + name, calls -> {
            try (Handle create = Handle.newProperties(calls, "H5P_CLS_GROUP_CREATE_ID_g")) {
                ok(calls.H5Pset_attr_phase_change(create.id(), MOST_COMPACT, 0));
                ok(calls.H5Pset_link_phase_change(create.id(), MOST_COMPACT, 0));
                return new H5Group(calls.H5Gcreate2(id, utf8(name), DEFAULT, create.id(), DEFAULT));
            }
        });
    }

    /** Creates a group in the library's usual way, and those above it. */
    public void createGroups(String path) throws IOException {
        Hdf5.checked("create group " + path, calls -> {
            try (Handle link = withParents(calls)) {
                return ok(calls.H5Oclose(ok(calls.H5Gcreate2(id, utf8(path), link.id(), DEFAULT, DEFAULT))));
            }
        });
    }

    private static Handle withParents(Calls calls) {
        Handle link = Handle.newProperties(calls, "H5P_CLS_LINK_CREATE_ID_g");
        ok(calls.H5Pset_create_intermediate_group(link.id(), 1));
        return link;
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

    /** What the library needs to know of datasets that are created alike. To be closed; for one thread at a time. */
    public static final class Template implements Closeable {
        private final H5Type type;
        private final List<Handle> handles;

        private Template(H5Type type, List<Handle> handles) {
            this.type = type;
            this.handles = handles;
        }

        @Override
        public void close() throws IOException {
            Hdf5.checked("close a template", calls -> {
                handles.forEach(Handle::close);
                return 0;
            });
        }
    }

    /**
     * Describes empty datasets that are unlimited on their first axis only and have no chunk cache.
     *
     * @param type that stays open as long as this
     */
    public static Template template(H5Type type, Storage storage) throws IOException {
        long[] size = storage.shape.clone();
        size[0] = 0;
        long[] most = storage.shape.clone();
        most[0] = UNLIMITED;
        return Hdf5.checked("describe a dataset", calls -> {
            Handle create = Handle.newProperties(calls, "H5P_CLS_DATASET_CREATE_ID_g");
            ok(calls.H5Pset_chunk(create.id(), storage.chunk.length, storage.chunk));
            if (storage.deflateLevel >= 0) {
                ok(calls.H5Pset_shuffle(create.id()));
                ok(calls.H5Pset_deflate(create.id(), storage.deflateLevel));
            }
            ok(calls.H5Pset_obj_track_times(create.id(), (byte) 0));
            Handle space = Handle.space(calls, calls.H5Screate_simple(size.length, size, most));
            return new Template(type, List.of(create, space, withParents(calls), withoutCache(calls)));
        });
    }

    /** Creates such a dataset, with its parent groups. */
    public H5Dataset createDataset(String path, Template template) throws IOException {
        List<Handle> handles = template.handles;
        return Hdf5.checked(
                "create dataset " + path,
                calls -> new H5Dataset(calls.H5Dcreate2(
                        id,
                        utf8(path),
                        template.type.id(),
                        handles.get(1).id(),
                        handles.get(2).id(),
                        handles.get(0).id(),
                        handles.get(3).id())));
    }

    /** Creates an empty dataset, unlimited on its first axis only, with its parent groups; it has no chunk cache. */
    public H5Dataset createDataset(String path, H5Type type, Storage storage) throws IOException {
        try (Template template = template(type, storage)) {
            return createDataset(path, template);
        }
    }

    /** Creates a dataset of a fixed number of values, which lie one after the other. */
    public void createFixed(String path, H5Type type, long[] shape, byte[] values) throws IOException {
        Hdf5.checked("create " + path, calls -> {
            try (Handle create = Handle.newProperties(calls, "H5P_CLS_DATASET_CREATE_ID_g");
                    H5Dataset dataset = create(calls, path, type, shape, null, create, DEFAULT)) {
                return values.length == 0
                        ? 0
                        : ok(calls.H5Dwrite(dataset.id, type.id(), DEFAULT, DEFAULT, DEFAULT, values));
            }
        });
    }

    /** Without the time of its making, so that equal files are equal byte by byte. */
    private H5Dataset create(
            Calls calls, String path, H5Type type, long[] size, long[] most, Handle create, long access) {
        ok(calls.H5Pset_obj_track_times(create.id(), (byte) 0));
        try (Handle link = withParents(calls);
                Handle space = Handle.space(calls, calls.H5Screate_simple(size.length, size, most))) {
            return new H5Dataset(
                    calls.H5Dcreate2(id, utf8(path), type.id(), space.id(), link.id(), create.id(), access));
        }
    }

    /** Creates an empty dataset that is stored as another is, of the same type and extent. */
    public H5Dataset createLike(H5Dataset other, String name) throws IOException {
        return Hdf5.checked("create " + name, calls -> {
            try (Handle type = Handle.type(calls, calls.H5Dget_type(other.id));
                    Handle space = Handle.space(calls, calls.H5Dget_space(other.id));
                    Handle create = Handle.properties(calls, calls.H5Dget_create_plist(other.id))) {
                return new H5Dataset(
                        calls.H5Dcreate2(id, utf8(name), type.id(), space.id(), DEFAULT, create.id(), DEFAULT));
            }
        });
    }
}
