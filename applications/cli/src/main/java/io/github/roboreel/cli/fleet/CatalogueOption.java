package io.github.roboreel.cli.fleet;

import io.github.roboreel.fleet.catalogue.Catalogue;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.storage.Location;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;

/** The catalogue whose folders are worked on, where the user names none. */
final class CatalogueOption {
    @Option(
            names = "--catalog",
            paramLabel = "DIR",
            description = "Catalogue that 'fleet index' keeps: its folders where no source is given.")
    String catalog;

    boolean isGiven() {
        return catalog != null;
    }

    /** Whether the folders come from it. */
    boolean isSource(FleetOptions fleet) {
        return isGiven() && fleet.sources.isEmpty();
    }

    /** The folders of the sources, or its own where none is given. */
    List<FleetFolder> folders(FleetSession session, FleetOptions fleet) throws IOException {
        if (!isSource(fleet)) {
            return session.folders(fleet.sources());
        }
        try (Catalogue catalogue = open(session)) {
            return catalogue.folders();
        }
    }

    Catalogue open(FleetSession session) throws IOException {
        return Catalogue.open(Location.parse(catalog).absolute(), session.storages());
    }
}
