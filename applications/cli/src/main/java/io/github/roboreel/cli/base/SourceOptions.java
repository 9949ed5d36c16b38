package io.github.roboreel.cli.base;

import io.github.roboreel.fleet.catalogue.Catalogue;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.RunFolderFormat;
import io.github.roboreel.recordings.folder.FolderArguments;
import io.github.roboreel.recordings.spi.RecordingFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What a command over output folders reads, and what does its work. */
public final class SourceOptions {
    /** The group in which these commands have a second name. */
    private static final String FLEET = "fleet";

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    // Not 1..*: an option with many values would swallow the sources, and the message must say so.
    @Parameters(
            paramLabel = "SOURCE",
            arity = "0..*",
            description = "Output folders, folders above them at any depth, patterns of folders (quote them:"
                    + " 'output/2026-*'), or places in a store such as s3a://bucket/lab. Name them before options that"
                    + " take several values.")
    List<String> sources = new ArrayList<>();

    @Mixin
    EngineOptions engine;

    @Option(
            names = "--catalog",
            paramLabel = "DIR",
            description = "Catalogue that 'fleet index' keeps: its folders where no source is given.")
    String catalog;

    @Option(names = "--quiet", description = "Show no progress, only what went wrong.")
    boolean quiet;

    /** A session with the engine that was asked for. */
    public WorkSession open() {
        return new WorkSession(engine);
    }

    /** Whether the command was called by its second name, below {@code fleet}. */
    public boolean isBelowFleet() {
        return command.parent() != null && isBelowFleet(command.parent());
    }

    private static boolean isBelowFleet(CommandSpec group) {
        return group.name().equals(FLEET) || group.parent() != null && isBelowFleet(group.parent());
    }

    /** Whether an engine, or what only an engine does, was asked for. */
    public boolean isForEngine() {
        return isBelowFleet()
                || engine.isGiven()
                || catalog != null
                || sources.stream().anyMatch(source -> !Location.parse(source).isPath());
    }

    /** Shows nothing where it was asked for, nor on a terminal where results show how the work gets on. */
    public StepProgress progressBeside(Terminal terminal, boolean isPrintedAtEnd) {
        return StepProgress.of(terminal, quiet || terminal.isInteractive() && !isPrintedAtEnd, "folders");
    }

    /** Shows how the work gets on. */
    public StepProgress progress(Terminal terminal, String unit) {
        return StepProgress.of(terminal, quiet, unit);
    }

    /** Whether the folders come from the catalogue. */
    boolean isOfCatalogue() {
        return catalog != null && sources.isEmpty();
    }

    boolean hasCatalogue() {
        return catalog != null;
    }

    /**
     * Where the catalogue is, or will be.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when none is named
     */
    public Location requireCatalog() {
        if (catalog == null) {
            throw RoboReelException.badArgument(
                    "missing required option: '--catalog=DIR'; see %s --help", command.qualifiedName());
        }
        return Location.parse(catalog);
    }

    Catalogue catalogue(WorkSession session) throws IOException {
        return Catalogue.open(Location.parse(catalog).absolute(), session.storages());
    }

    /**
     * The folders of the sources, or those of the catalogue where none is given.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when there are none
     */
    public List<FleetFolder> folders(WorkSession session) throws IOException {
        if (!isOfCatalogue()) {
            return session.folders(given());
        }
        try (Catalogue catalogue = catalogue(session)) {
            return catalogue.folders();
        }
    }

    /**
     * The same, or run files of this machine in their env folders.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when there are none
     */
    public List<FleetFolder> foldersAndRuns(WorkSession session) throws IOException {
        if (isOfCatalogue()) {
            return folders(session);
        }
        Map<Location, FleetFolder> found = new LinkedHashMap<>();
        for (String source : given()) {
            List<FleetFolder> named = isRunFile(source)
                    ? List.of(
                            new FleetFolder(source, Location.of(Path.of(source)).absolute()))
                    : session.folders(List.of(source));
            named.forEach(place -> found.putIfAbsent(place.location(), place));
        }
        return List.copyOf(found.values());
    }

    private static boolean isRunFile(String source) {
        try {
            Path path = Path.of(source);
            return Files.isRegularFile(path) && new RunFolderFormat().recognises(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * The places of this machine that the sources name, in whatever form episodes are recorded; of a folder above
     * output folders, and of a pattern, the output folders.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when there are none
     */
    public List<Path> places() throws IOException {
        Map<Path, Path> places = new LinkedHashMap<>();
        try (WorkSession session = open()) {
            for (String source : given()) {
                List<Path> named = isPlace(source)
                        ? List.of(Path.of(source))
                        : session.folders(List.of(source)).stream()
                                .map(folder -> Path.of(folder.name()))
                                .toList();
                named.forEach(place -> places.putIfAbsent(FolderArguments.real(place), place));
            }
        }
        return List.copyOf(places.values());
    }

    /** A file, one that a format knows, or none that exists; what is wrong with it is for readers to say. */
    private static boolean isPlace(String source) {
        try {
            Path path = Path.of(source);
            return Files.isDirectory(path)
                    ? RecordingFormat.all().stream().anyMatch(format -> format.recognises(path))
                    : Files.exists(path) || !FolderArguments.isPattern(source);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * What the user named.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when that is nothing
     */
    public List<String> given() {
        if (sources.isEmpty()) {
            throw RoboReelException.badArgument(
                    "no folder given; name output folders, or one above them, right after '%s' (see %s --help)",
                    command.name(), command.qualifiedName());
        }
        return List.copyOf(sources);
    }
}
