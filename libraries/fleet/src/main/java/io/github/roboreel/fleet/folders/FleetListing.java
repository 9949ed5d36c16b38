package io.github.roboreel.fleet.folders;

import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.folder.FolderArguments;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the output folders that a user's sources name. */
public final class FleetListing {
    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");

    private final Storages storages;

    /** Looks into those storages. */
    public FleetListing(Storages storages) {
        this.storages = storages;
    }

    /**
     * The output folders that sources hold, at any depth, each once: source by source, those of one source by path. A
     * source is a folder, a pattern of folders, or a place in a store. One that holds results or run files itself is an
     * output folder, and so is one in which none is found.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when a source is no folder or a pattern matches none
     * @throws IOException when a folder cannot be listed
     */
    public List<FleetFolder> folders(Collection<String> sources) throws IOException {
        Map<Location, FleetFolder> found = new LinkedHashMap<>();
        for (String source : sources) {
            for (Location root : roots(source)) {
                List<FleetFolder> own = new ArrayList<>();
                look(root, new HashSet<>(), own);
                if (own.isEmpty()) {
                    own.add(folder(root));
                }
                own.forEach(folder -> found.putIfAbsent(real(folder.location()), folder));
            }
        }
        return List.copyOf(found.values());
    }

    private List<Location> roots(String source) throws IOException {
        Location place = Location.parse(source);
        if (place.isPath()) {
            return localRoots(place.text());
        }
        if (GLOB.matcher(place.text()).find() && storages.of(place).find(place).isEmpty()) {
            return matches(place);
        }
        if (storages.of(place).find(place).filter(Entry::isFolder).isEmpty()) {
            throw RoboReelException.badArgument("there is no folder %s; give an output folder, or one above", place);
        }
        return List.of(place);
    }

    private static List<Location> localRoots(String source) {
        try {
            return FolderArguments.expand(List.of(source)).stream()
                    .map(Location::of)
                    .toList();
        } catch (IllegalArgumentException e) {
            throw RoboReelException.badArgument("%s", e.getMessage());
        }
    }

    /** Level by level, so that only folders that can still match are listed. */
    private List<Location> matches(Location pattern) throws IOException {
        String text = pattern.text();
        int path = text.indexOf('/', text.indexOf("://") + 3);
        List<Location> level = List.of(new Location(text.substring(0, path)));
        for (String part : text.substring(path + 1).split("/+")) {
            List<Location> next = new ArrayList<>();
            for (Location folder : level) {
                for (Entry entry : storages.of(folder).list(folder)) {
                    if (entry.isFolder() && isVisible(entry) && matches(part, entry.name())) {
                        next.add(entry.location());
                    }
                }
            }
            level = next;
        }
        if (level.isEmpty()) {
            throw RoboReelException.badArgument("no folder matches %s; give an output folder that exists", pattern);
        }
        return level;
    }

    private static boolean matches(String part, String name) {
        return FileSystems.getDefault().getPathMatcher("glob:" + part).matches(Path.of(name));
    }

    private static boolean isVisible(Entry entry) {
        return !entry.name().startsWith(".");
    }

    /**
     * Goes down; a folder that cannot be listed counts as an output folder, so that the work on it reports it by name.
     */
    private void look(Location place, Set<Location> seen, List<FleetFolder> found) throws IOException {
        try {
            descend(place, seen, found);
        } catch (AccessDeniedException | NoSuchFileException e) {
            found.add(folder(place));
        }
    }

    /** Each folder once, whatever links lead to it. */
    private void descend(Location place, Set<Location> seen, List<FleetFolder> found) throws IOException {
        if (!seen.add(real(place))) {
            return;
        }
        Storage storage = storages.of(place);
        List<Entry> entries = storage.list(place);
        if (isOutputFolder(storage, entries)) {
            found.add(folder(place));
            return;
        }
        for (Entry entry : entries) {
            if (entry.isFolder() && isVisible(entry)) {
                look(entry.location(), seen, found);
            }
        }
    }

    /** Results stand in it; where they are lost, a folder in it holds run files. */
    private static boolean isOutputFolder(Storage storage, List<Entry> entries) throws IOException {
        for (Entry entry : entries) {
            if (!entry.isFolder() && isResults(entry.name())) {
                return true;
            }
        }
        for (Entry entry : entries) {
            if (entry.isFolder() && isVisible(entry) && holdsRuns(storage, entry.location())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isResults(String name) {
        return name.equals(RunFolder.RESULTS) || name.equals(RunFolder.LEGACY_RESULTS);
    }

    private static boolean holdsRuns(Storage storage, Location folder) throws IOException {
        try {
            return storage.list(folder).stream()
                    .anyMatch(e -> !e.isFolder() && e.name().endsWith(RunFolder.RUN_SUFFIX));
        } catch (AccessDeniedException e) {
            return false;
        }
    }

    private static FleetFolder folder(Location place) {
        return new FleetFolder(place.text(), place.absolute());
    }

    private static Location real(Location place) {
        try {
            return place.isPath() && Files.exists(place.path())
                    ? Location.of(place.path().toRealPath())
                    : place;
        } catch (IOException e) {
            return place; // reading it reports the cause
        }
    }
}
