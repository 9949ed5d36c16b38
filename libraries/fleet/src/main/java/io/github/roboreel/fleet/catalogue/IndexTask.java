package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the rows of a folder that are not known yet. */
final class IndexTask implements Task<KnownFolder, FolderRows> {
    private static final long serialVersionUID = 1L;

    private final boolean hashes;
    private final HashMap<String, String> settings;

    /**
     * A task.
     *
     * @param hashes whether contents are hashed, for which arrays are read
     * @param settings of the storages
     */
    IndexTask(boolean hashes, Map<String, String> settings) {
        this.hashes = hashes;
        this.settings = new HashMap<>(settings);
    }

    @Override
    public FolderRows run(KnownFolder known) throws IOException {
        FleetFolder folder = known.folder();
        Storages storages = new Storages(settings);
        try {
            FolderListing now = FolderListing.list(storages.of(folder.location()), folder.location());
            Set<String> unchanged = known.unchanged(now);
            if (known.isUnchanged(now)) {
                return new FolderRows(new ArrayList<>(), new ArrayList<>(unchanged), 0, new ArrayList<>());
            }
            try (FolderView view = FolderView.open(folder, storages, FolderView.Part.RESULTS)) {
                return new FolderIndex(view, folder, now, unchanged, hashes).rows();
            }
        } catch (IOException e) {
            if (!folder.location().isPath()) {
                throw e; // a store that does not answer is tried again
            }
            return unreadable(folder, e);
        }
    }

    private static FolderRows unreadable(FleetFolder folder, IOException cause) {
        FileFault fault = FileFault.leftOut(
                Path.of(folder.name()),
                Sentence.of("cannot be read (%s)", Sentence.reasonOf(cause)),
                "see what is wrong with: " + Operation.CHECK.command());
        return new FolderRows(new ArrayList<>(), new ArrayList<>(), 0, new ArrayList<>(List.of(FaultRow.of(fault))));
    }
}
