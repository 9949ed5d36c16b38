package io.github.roboreel.cli.fleet;

import io.github.roboreel.fleet.export.FolderChoice;
import java.io.IOException;
import java.util.List;

/** Options that choose episodes by what a catalogue says of them. */
final class CatalogueOptions {
    /** The folders that are worked on, and which of their episodes. */
    List<FolderChoice> folders(FleetSession session, FleetOptions fleet) throws IOException {
        return session.folders(fleet.sources()).stream().map(FolderChoice::all).toList();
    }
}
