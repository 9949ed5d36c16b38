package io.github.roboreel.recorder.hdf5.lib;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Paths of the datasets below a group, links to datasets and groups among them. */
final class DatasetListing {
    /** Groups that links lead to may hold links to groups. */
    private static final int MAX_LINKED_GROUPS = 1000;

    private static final String ITSELF = ".";

    private final Set<String> paths = new TreeSet<>();
    private int linkedGroups;

    private DatasetListing() {}

    static List<String> of(H5Group group) throws IOException {
        DatasetListing listing = new DatasetListing();
        listing.add(group, "", List.of());
        return List.copyOf(listing.paths);
    }

    /**
     * Adds what is below a group.
     *
     * @param above path of the group that ends in a slash; empty for the first
     * @param around groups on that path, in which a circle would end
     */
    private void add(H5Group group, String above, List<ObjectInfo> around) throws IOException {
        for (String inner : addOwn(group, above, around)) {
            for (String name : group.linksIn(inner)) {
                String link = inner.equals(ITSELF) ? name : inner + "/" + name;
                addLinked(group, link, above, around);
            }
        }
    }

    /** Adds what hard links lead to, and gives the groups that it is in. */
    private List<String> addOwn(H5Group group, String above, List<ObjectInfo> around) throws IOException {
        List<String> groups = new ArrayList<>();
        List<String> circles = new ArrayList<>();
        group.visitOwn((path, info) -> {
            if (around.stream().anyMatch(info::isSame)) {
                circles.add(path + "/");
            } else if (circles.stream().noneMatch(path::startsWith)) {
                if (info.isDataset()) {
                    paths.add(above + path);
                } else if (info.isGroup()) {
                    groups.add(path);
                }
            }
        });
        return groups;
    }

    private void addLinked(H5Group group, String link, String above, List<ObjectInfo> around) throws IOException {
        Optional<ObjectInfo> target;
        try {
            target = group.target(link);
        } catch (IOException e) {
            // Opening it reports why it is not read.
            paths.add(above + link);
            return;
        }
        if (target.isPresent() && target.get().isDataset()) {
            paths.add(above + link);
        } else if (target.isPresent()) {
            addGroup(group, link, above, around, target.get());
        }
    }

    private void addGroup(H5Group group, String link, String above, List<ObjectInfo> around, ObjectInfo target)
            throws IOException {
        List<ObjectInfo> all = new ArrayList<>(around);
        all.addAll(group.groupsTo(link));
        if (all.stream().anyMatch(target::isSame)) {
            return;
        }
        if (++linkedGroups > MAX_LINKED_GROUPS) {
            throw new IOException("its links lead to more than " + MAX_LINKED_GROUPS + " groups; it is damaged");
        }
        try (H5Group linked = group.group(link)) {
            add(linked, above + link + "/", all);
        }
    }
}
