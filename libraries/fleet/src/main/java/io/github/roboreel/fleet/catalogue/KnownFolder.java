package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.storage.Entry;
import java.io.Serializable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;

/** A folder and what a catalogue knows of it already. For one thread. */
final class KnownFolder implements Serializable {
    private static final long serialVersionUID = 1L;

    private final FleetFolder folder;
    private final HashMap<String, String> runs = new HashMap<>();
    private String resultsVersion = "";
    private boolean isSound = true;

    /** One of which nothing is known. */
    KnownFolder(FleetFolder folder) {
        this.folder = folder;
    }

    FleetFolder folder() {
        return folder;
    }

    /**
     * Rows of a run file.
     *
     * @param run null of rows that have none
     * @param areSound whether nothing is wrong with or missing in them; others are rebuilt
     */
    void add(String run, long bytes, String version, String results, boolean areSound) {
        resultsVersion = results;
        isSound &= areSound && run != null;
        if (areSound && run != null) {
            runs.put(run, stamp(bytes, version));
        }
    }

    private static String stamp(long bytes, String version) {
        return bytes + " " + version;
    }

    /** Run files whose rows still hold. */
    Set<String> unchanged(FolderListing now) {
        Set<String> unchanged = new HashSet<>();
        if (now.resultsVersion().equals(resultsVersion)) {
            now.runs().forEach((path, entry) -> {
                if (stamp(entry).equals(runs.get(path))) {
                    unchanged.add(path);
                }
            });
        }
        return unchanged;
    }

    private static String stamp(Entry entry) {
        return stamp(entry.bytes(), entry.version());
    }

    /** Whether all that is known still holds, and there is nothing else. */
    boolean isUnchanged(FolderListing now) {
        int unchanged = unchanged(now).size();
        return isSound && unchanged == runs.size() && unchanged == now.runs().size() && unchanged > 0;
    }
}
