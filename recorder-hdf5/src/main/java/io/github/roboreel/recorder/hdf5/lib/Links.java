package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.DEFAULT;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.utf8;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Where a path leads, soft links followed within their file and external links as {@link FileBeside} allows it: by
 * hand, since the library would open any file that one names. Closing it closes the files on the way; objects of them
 * that were opened stay open. Used under the library's lock.
 */
final class Links implements AutoCloseable {
    static final int HARD = 0;
    private static final int SOFT = 1;
    private static final int EXTERNAL = 64;

    /** As many as the library follows. */
    private static final int MAX_LINKS = 16;

    private static final int INFO_BYTES = 32;
    private static final int VALUE_SIZE_AT = 24;
    private static final int EXTERNAL_FLAGS_BYTES = 1;

    private final Calls calls;
    private final Deque<String> names = new ArrayDeque<>();
    private final List<H5File> files = new ArrayList<>();

    /** Group or file in which the walk is, and the path of hard links that was gone from there. */
    private long from;

    private String path = "";
    private int followed;
    private boolean isThere;

    private Links(Calls calls, long from) {
        this.calls = calls;
        this.from = from;
    }

    /**
     * Follows a path.
     *
     * @param from group or file where it begins
     * @throws IOException when a link on it leads where nothing is read, or the file is damaged there
     */
    static Links follow(Calls calls, long from, String path) throws IOException {
        return follow(new Links(calls, from), links -> {}, path);
    }

    /** As above, a path from the root of another file, which an object's file names. */
    static Links followIn(String file, Calls calls, long object, String path) throws IOException {
        return follow(new Links(calls, object), links -> links.enter(file), "/" + path);
    }

    private static Links follow(Links links, IoConsumer<Links> entry, String path) throws IOException {
        try {
            entry.accept(links);
            links.push(path);
            links.isThere = links.walk();
            return links;
        } catch (IOException | RuntimeException e) {
            links.close();
            throw e;
        }
    }

    private void push(String target) {
        if (target.startsWith("/")) {
            path = "/";
        }
        List<String> added = DemoPaths.names(target);
        for (int i = added.size() - 1; i >= 0; i--) {
            names.push(added.get(i));
        }
    }

    private boolean walk() throws IOException {
        while (!names.isEmpty()) {
            String name = names.pop();
            String next = path.isEmpty() || path.endsWith("/") ? path + name : path + "/" + name;
            if (!exists(next)) {
                return false;
            }
            int type = type(calls, from, next);
            if (type == HARD) {
                path = next;
            } else if (++followed > MAX_LINKS) {
                return false;
            } else {
                step(type, next);
            }
        }
        return true;
    }

    /** Nothing is below what is no group, of which the library makes a failure. */
    private boolean exists(String next) {
        int result = calls.H5Lexists(from, utf8(next), DEFAULT);
        if (result >= 0) {
            return result > 0;
        }
        H5Exception failure = H5Exception.of(calls);
        if (ObjectInfo.of(calls, from, place()).isGroup()) {
            throw failure;
        }
        return false;
    }

    /** What sort of link stands there; {@link #HARD} for an object itself. */
    static int type(Calls calls, long from, String path) {
        return info(calls, from, path).getInt();
    }

    /** An {@code H5L_info_t}, of which the sort of the link comes first. */
    private static ByteBuffer info(Calls calls, long from, String path) {
        byte[] info = new byte[INFO_BYTES];
        ok(calls.H5Lget_info(from, utf8(path), info, DEFAULT));
        return NativeMemory.buffer(info);
    }

    private void step(int type, String link) throws IOException {
        byte[] value = new byte[Math.toIntExact(info(calls, from, link).getLong(VALUE_SIZE_AT))];
        ok(calls.H5Lget_val(from, utf8(link), value, value.length, DEFAULT));
        if (type == SOFT) {
            push(Hdf5.text(value, false));
        } else if (type == EXTERNAL) {
            ByteBuffer parts = ByteBuffer.wrap(value).position(EXTERNAL_FLAGS_BYTES);
            enter(nextText(parts));
            push("/" + nextText(parts));
        } else {
            throw FileBeside.refusal("it lies behind a link of a kind that another program defines; copy it here");
        }
    }

    private static String nextText(ByteBuffer texts) {
        int start = texts.position();
        while (texts.hasRemaining() && texts.get() != 0) {
            // To behind its NUL.
        }
        return Hdf5.text(Arrays.copyOfRange(texts.array(), start, texts.position()), false);
    }

    private void enter(String name) throws IOException {
        H5File file = H5File.open(FileBeside.of(file(calls, from), name), false);
        files.add(file);
        from = file.root().id;
    }

    private static Path file(Calls calls, long object) {
        byte[] name = new byte[(int) ok(calls.H5Fget_name(object, null, 0)) + 1];
        ok(calls.H5Fget_name(object, name, name.length));
        return Path.of(Hdf5.text(name, false));
    }

    /** Soft and external links on the way. */
    int followed() {
        return followed;
    }

    /** Whether the path leads to something. */
    boolean isThere() {
        return isThere;
    }

    /** Whether it leads to an object of that type. */
    boolean leadsTo(int type) {
        return isThere && info().type() == type;
    }

    /** What it leads to, unopened. */
    ObjectInfo info() {
        return ObjectInfo.of(calls, from, place());
    }

    /** Size of the other files on the way, bytes; 0 when the path stays in its file. */
    long bytesElsewhere() throws IOException {
        long bytes = 0;
        for (H5File file : files) {
            bytes += file.bytes();
        }
        return bytes;
    }

    /** Opens what it leads to; the caller closes the id. */
    long open() throws IOException {
        return ok(calls.H5Oopen(from, utf8(requireThere()), DEFAULT));
    }

    /** Opens the dataset that it leads to with other than the usual access. */
    long openDataset(long access) throws IOException {
        return ok(calls.H5Dopen2(from, utf8(requireThere()), access));
    }

    private String requireThere() throws IOException {
        if (!isThere) {
            throw new IOException("nothing is there, or a link that leads nowhere");
        }
        return place();
    }

    private String place() {
        return path.isEmpty() ? "." : path;
    }

    @Override
    public void close() throws IOException {
        for (H5File file : files) {
            file.close();
        }
    }
}
