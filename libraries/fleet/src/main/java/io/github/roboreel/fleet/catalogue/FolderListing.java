package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.fleet.export.Sha256;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What of an output folder a catalogue's rows depend on, by its listing alone.
 *
 * @param runs entry of each run file, by its path in the folder
 * @param resultsVersion changes when a text does that rows are made of
 */
record FolderListing(Map<String, Entry> runs, String resultsVersion) {
    private static final Set<String> TEXTS =
            Set.of(RunFolder.RESULTS, RunFolder.LEGACY_RESULTS, "episode_metrics.json", RunFolder.ENV_CONFIG);

    static FolderListing list(Storage storage, Location folder) throws IOException {
        Map<String, Entry> runs = new TreeMap<>();
        Sha256 texts = new Sha256();
        for (Entry entry : storage.list(folder)) {
            if (!entry.isFolder()) {
                addText(entry.name(), entry, texts);
            } else if (!entry.name().startsWith(".")) {
                for (Entry inner : storage.list(entry.location())) {
                    String path = entry.name() + "/" + inner.name();
                    if (!inner.isFolder() && isRun(inner.name())) {
                        runs.put(path, inner);
                    }
                    addText(path, inner, texts);
                }
            }
        }
        return new FolderListing(runs, texts.hex());
    }

    private static boolean isRun(String name) {
        return name.equals(RunFolder.LEGACY_RUN_FILE)
                || RunFileName.RUN.matcher(name).matches();
    }

    private static void addText(String path, Entry entry, Sha256 texts) {
        if (!entry.isFolder() && TEXTS.contains(entry.name())) {
            texts.add(path).add(Long.toString(entry.bytes())).add(entry.version());
        }
    }
}
