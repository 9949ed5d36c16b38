package io.github.roboreel.cli.base;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.fleet.catalogue.Catalogue;
import io.github.roboreel.fleet.catalogue.FleetIndex;
import io.github.roboreel.fleet.catalogue.IndexOutcome;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Option;

/** Option that chooses episodes by what a catalogue says of them. */
public final class WhereOption {
    @Option(
            names = "--where",
            paramLabel = "EXPR",
            description =
                    "Only episodes for which this SQL expression over the catalogue's columns is true, for example"
                            + " \"success and steps > 100\"; folders that are in no catalogue are looked up first.")
    String where;

    /** Whether episodes are chosen by it. */
    public boolean isGiven() {
        return where != null;
    }

    /**
     * Takes an SQL expression from {@code --filter} of a command below {@code fleet}, with a warning.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when there are two expressions
     */
    public void takeOver(ValueFilterOption filter, SourceOptions source, Terminal terminal) {
        if (!source.isBelowFleet()) {
            return;
        }
        filter.takeExpression().ifPresent(expression -> {
            if (where != null) {
                throw RoboReelException.badArgument(
                        "--filter '%s' is no NAME=VALUE and would be a second --where; join both by AND", expression);
            }
            terminal.say("--filter with an SQL expression is called --where now; write --where '" + expression + "'");
            where = expression;
        });
    }

    /**
     * The folders that are worked on, and which of their episodes.
     *
     * @param progress receives how many folders were looked up
     * @throws RoboReelException of kind BAD_ARGUMENT, when there are none or the expression is wrong
     */
    public List<FolderChoice> choices(WorkSession session, SourceOptions source, ExportProgress progress)
            throws IOException {
        if (where == null) {
            return source.folders(session).stream().map(FolderChoice::all).toList();
        }
        List<FleetFolder> named = source.isOfCatalogue() ? List.of() : session.folders(source.given());
        Map<Location, FolderChoice> chosen = chosen(session, source, named, progress);
        List<FolderChoice> folders = source.isOfCatalogue()
                ? List.copyOf(chosen.values())
                : named.stream()
                        .filter(folder -> chosen.containsKey(folder.location()))
                        .map(folder -> new FolderChoice(
                                folder, chosen.get(folder.location()).demos()))
                        .toList();
        if (folders.isEmpty()) {
            throw RoboReelException.badArgument("--where '%s' leaves no episode; change it or the sources", where);
        }
        return folders;
    }

    /** What the expression leaves of the catalogue, and of named folders that are not in it. */
    private Map<Location, FolderChoice> chosen(
            WorkSession session, SourceOptions source, List<FleetFolder> named, ExportProgress progress)
            throws IOException {
        Map<Location, FolderChoice> chosen = new LinkedHashMap<>();
        Set<Location> known = new HashSet<>();
        if (source.hasCatalogue()) {
            try (Catalogue kept = source.catalogue(session)) {
                add(kept.select(where), chosen);
                kept.folders().forEach(folder -> known.add(folder.location()));
            }
        }
        List<FleetFolder> unknown = named.stream()
                .filter(folder -> !known.contains(folder.location()))
                .toList();
        if (!unknown.isEmpty()) {
            try (Scratch scratch = Scratch.create()) {
                Location own = Location.of(scratch.path());
                IndexOutcome outcome = new FleetIndex(session.engine(), session.storages(), session.settings())
                        .update(unknown, own, false, progress);
                try (Catalogue lookedUp = Catalogue.open(own, session.storages())) {
                    add(lookedUp.select(where), chosen);
                }
                outcome.problems().stream()
                        .filter(FileFault::isLeftOut)
                        .forEach(problem -> keepUnread(problem, unknown, chosen));
            }
        }
        return chosen;
    }

    /** What could not be looked up is for the work on the folder to name, which then finds it, too. */
    private static void keepUnread(FileFault problem, List<FleetFolder> folders, Map<Location, FolderChoice> chosen) {
        String file = FileFault.name(problem.file());
        for (FleetFolder folder : folders) {
            if (file.equals(folder.name()) || file.startsWith(folder.name() + "/")) {
                chosen.putIfAbsent(folder.location(), new FolderChoice(folder, Set.of()));
            }
        }
    }

    /**
     * Whether an episode that was read in place is among the chosen ones.
     *
     * @param choices of folders of this machine
     */
    public Predicate<EpisodeFacts> includes(List<FolderChoice> choices) {
        if (where == null) {
            return facts -> true;
        }
        Map<Path, FolderChoice> byPath = new HashMap<>();
        choices.forEach(choice -> byPath.put(Path.of(choice.folder().name()), choice));
        return facts -> {
            for (Path above = facts.file().getParent(); above != null; above = above.getParent()) {
                if (byPath.containsKey(above)) {
                    return byPath.get(above).includes(facts);
                }
            }
            return false;
        };
    }

    private static void add(Map<FleetFolder, Set<String>> selected, Map<Location, FolderChoice> chosen) {
        selected.forEach((folder, demos) -> chosen.put(folder.location(), new FolderChoice(folder, demos)));
    }
}
