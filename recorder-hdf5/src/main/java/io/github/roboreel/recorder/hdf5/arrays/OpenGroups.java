package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Group.Found;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Groups on the way to what was used last, open, since what is used next mostly lies beside it, and the way from the
 * root takes the library longer than reading a small array. For one thread.
 */
final class OpenGroups implements Closeable {
    private record Opened(String path, H5Group group) {
        private boolean isAround(String inner) {
            return path.isEmpty() || inner.startsWith(path) && inner.startsWith("/", path.length());
        }

        private String below(String inner) {
            return path.isEmpty() ? inner : inner.substring(path.length() + 1);
        }
    }

    private final Opened root;
    private final Deque<Opened> opened = new ArrayDeque<>();

    OpenGroups(H5Group root) {
        this.root = new Opened("", root);
    }

    /** What is at a path; a group that hard links lead to stays open here, and its object is not to be closed. */
    Optional<Found> find(String path) throws IOException {
        if (path.isEmpty()) {
            return Optional.of(new Found(Kind.GROUP, root.group, false));
        }
        Opened around = around(path);
        Optional<Found> found = around.group.find(around.below(path));
        if (found.filter(this::isKept).isPresent()) {
            opened.push(new Opened(path, (H5Group) found.get().object()));
        }
        return found;
    }

    /** Whether a found object is closed here. */
    boolean isKept(Found found) {
        return found.kind() == Kind.GROUP && !found.isBehindLink();
    }

    /** The innermost open group above a path. */
    private Opened around(String path) throws IOException {
        while (!opened.isEmpty() && !opened.peek().isAround(path)) {
            opened.pop().group.close();
        }
        return opened.isEmpty() ? root : opened.peek();
    }

    /** The group at a path, made with those above it as far as they are not there; stays open here. */
    H5Group made(String path) throws IOException {
        Opened at = around(path + "/");
        while (!at.path.equals(path)) {
            String rest = at.below(path);
            String name = rest.substring(0, rest.contains("/") ? rest.indexOf('/') : rest.length());
            at = new Opened(at.path.isEmpty() ? name : at.path + "/" + name, madeIn(at.group, name));
            opened.push(at);
        }
        return at.group;
    }

    /** Where something other than a group is, the library says so. */
    private static H5Group madeIn(H5Group group, String name) throws IOException {
        return group.hasGroup(name) ? group.group(name) : group.createGroup(name);
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().group.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
