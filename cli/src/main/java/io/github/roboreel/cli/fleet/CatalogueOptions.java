package io.github.roboreel.cli.fleet;

import io.github.roboreel.fleet.export.FolderChoice;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that choose episodes by what a catalogue says of them. */
final class CatalogueOptions {
    @Option(
            names = "--catalog",
            paramLabel = "DIR",
            description = "Catalogue that 'fleet index' keeps: its folders where no source is given, and what --filter"
                    + " asks about.")
    String catalog;

    @Option(
            names = "--filter",
            paramLabel = "EXPR",
            description =
                    "Only episodes for which this SQL expression over the catalogue's columns is true, for example"
                            + " \"success and steps > 100\"; without --catalog the episodes are looked up first.")
    String filter;

    /** The folders that are worked on, and which of their episodes. */
    List<FolderChoice> folders(FleetSession session, FleetOptions fleet) throws IOException {
        return session.folders(fleet.sources()).stream().map(FolderChoice::all).toList();
    }
}
