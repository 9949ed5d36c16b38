package io.github.roboreel.cli.fleet;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.fleet.catalogue.Catalogue;
import io.github.roboreel.fleet.catalogue.FleetIndex;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that choose episodes by what a catalogue says of them. */
final class CatalogueOptions {
    @Mixin
    CatalogueOption catalogue;

    @Option(
            names = "--filter",
            paramLabel = "EXPR",
            description =
                    "Only episodes for which this SQL expression over the catalogue's columns is true, for example"
                            + " \"success and steps > 100\"; folders that are in no catalogue are looked up first.")
    String filter;

    /**
     * The folders that are worked on, and which of their episodes.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when there are none or the filter is wrong
     */
    List<FolderChoice> folders(FleetSession session, FleetOptions fleet) throws IOException {
        boolean isOfCatalogue = catalogue.isSource(fleet);
        if (filter == null) {
            return catalogue.folders(session, fleet).stream()
                    .map(FolderChoice::all)
                    .toList();
        }
        List<FleetFolder> named = isOfCatalogue ? List.of() : session.folders(fleet.sources());
        Map<Location, FolderChoice> chosen = chosen(session, named);
        List<FolderChoice> folders = isOfCatalogue
                ? List.copyOf(chosen.values())
                : named.stream()
                        .filter(folder -> chosen.containsKey(folder.location()))
                        .map(folder -> new FolderChoice(
                                folder, chosen.get(folder.location()).demos()))
                        .toList();
        if (folders.isEmpty()) {
            throw RoboReelException.badArgument("the filter '%s' leaves no episode; change it or the sources", filter);
        }
        return folders;
    }

    /** What the filter leaves of the catalogue, and of named folders that are not in it. */
    private Map<Location, FolderChoice> chosen(FleetSession session, List<FleetFolder> named) throws IOException {
        Map<Location, FolderChoice> chosen = new LinkedHashMap<>();
        Set<Location> known = new HashSet<>();
        if (catalogue.isGiven()) {
            try (Catalogue kept = catalogue.open(session)) {
                add(kept.select(filter), chosen);
                kept.folders().forEach(folder -> known.add(folder.location()));
            }
        }
        List<FleetFolder> unknown = named.stream()
                .filter(folder -> !known.contains(folder.location()))
                .toList();
        if (!unknown.isEmpty()) {
            try (Scratch scratch = Scratch.create()) {
                Location own = Location.of(scratch.path());
                new FleetIndex(session.engine(unknown.size()), session.storages(), session.settings())
                        .update(unknown, own, false, ExportProgress.NONE);
                try (Catalogue lookedUp = Catalogue.open(own, session.storages())) {
                    add(lookedUp.select(filter), chosen);
                }
            }
        }
        return chosen;
    }

    private static void add(Map<FleetFolder, Set<String>> selected, Map<Location, FolderChoice> chosen) {
        selected.forEach((folder, demos) -> chosen.put(folder.location(), new FolderChoice(folder, demos)));
    }
}
