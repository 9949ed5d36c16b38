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
                            + " \"success and steps > 100\"; folders that are in no catalogue are looked up first.")
    String filter;

    /**
     * The folders that are worked on, and which of their episodes.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when there are none or the filter is wrong
     */
    List<FolderChoice> folders(FleetSession session, FleetOptions fleet) throws IOException {
        boolean isOfCatalogue = fleet.sources.isEmpty() && catalog != null;
        if (filter == null) {
            List<FleetFolder> all = isOfCatalogue ? known(session) : session.folders(fleet.sources());
            return all.stream().map(FolderChoice::all).toList();
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

    private List<FleetFolder> known(FleetSession session) throws IOException {
        try (Catalogue catalogue = open(session)) {
            return catalogue.folders();
        }
    }

    private Catalogue open(FleetSession session) throws IOException {
        return Catalogue.open(Location.parse(catalog).absolute(), session.storages());
    }

    /** What the filter leaves of the catalogue, and of named folders that are not in it. */
    private Map<Location, FolderChoice> chosen(FleetSession session, List<FleetFolder> named) throws IOException {
        Map<Location, FolderChoice> chosen = new LinkedHashMap<>();
        Set<Location> known = new HashSet<>();
        if (catalog != null) {
            try (Catalogue catalogue = open(session)) {
                add(catalogue.select(filter), chosen);
                catalogue.folders().forEach(folder -> known.add(folder.location()));
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
                try (Catalogue catalogue = Catalogue.open(own, session.storages())) {
                    add(catalogue.select(filter), chosen);
                }
            }
        }
        return chosen;
    }

    private static void add(Map<FleetFolder, Set<String>> selected, Map<Location, FolderChoice> chosen) {
        selected.forEach((folder, demos) -> chosen.put(folder.location(), new FolderChoice(folder, demos)));
    }
}
