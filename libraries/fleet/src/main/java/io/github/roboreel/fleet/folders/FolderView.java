package io.github.roboreel.fleet.folders;

import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.fleet.storage.ThisMachine;
import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.jhdf.JhdfRunReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.RunFileReaders;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * An output folder as tasks see it, wherever it lies: a path with its small files, and a reader of its run files. One
 * of this machine's file systems is looked at in place. Of another a copy is made, in which files that the work does
 * not need are empty; run files are read where they lie. For one thread.
 */
public final class FolderView implements Closeable {
    /** What of a folder is needed. */
    public enum Part {
        /** Results and configurations. */
        LINES,
        /** These and logs. */
        RESULTS,
        /** Every byte. */
        ALL
    }

    private static final Set<String> TEXTS = Set.of("json", "jsonl");

    private final FleetFolder folder;
    private final Storage storage;
    private final Path path;
    private final boolean isCopy;
    private final Scratch scratch;
    private IOException storeFault;

    private FolderView(FleetFolder folder, Storage storage, Path path, boolean isCopy, Scratch scratch) {
        this.folder = folder;
        this.storage = storage;
        this.path = path;
        this.isCopy = isCopy;
        this.scratch = scratch;
    }

    /**
     * Looks at a folder.
     *
     * @throws IOException when it, or a file that is needed, cannot be read
     */
    public static FolderView open(FleetFolder folder, Storages storages, Part part) throws IOException {
        Storage storage = storages.of(folder.location());
        if (folder.location().isPath()) {
            requireHere(folder);
            return new FolderView(folder, storage, pathOf(folder), false, Scratch.NONE);
        }
        Scratch scratch = Scratch.create();
        try {
            Path copy = scratch.path().resolve(folder.location().name());
            Files.createDirectory(copy);
            copy(storage, folder.location(), copy, part);
            return new FolderView(folder, storage, copy, true, scratch);
        } catch (IOException | RuntimeException e) {
            scratch.close();
            throw e;
        }
    }

    /** A worker of a cluster may not have what the command's own machine has. */
    private static void requireHere(FleetFolder folder) throws IOException {
        if (!Files.exists(folder.location().path())) {
            throw new IOException(Sentence.of(
                    "there is no %s on %s; sources must be under the same path on every machine that works on"
                            + " them",
                    folder.location(), ThisMachine.name()));
        }
    }

    /** As the user wrote it, where that means the same to this process. */
    private static Path pathOf(FleetFolder folder) {
        Location named = Location.parse(folder.name());
        boolean isSame = named.isPath() && named.absolute().equals(folder.location());
        return isSame ? named.path() : folder.location().path();
    }

    private static void copy(Storage storage, Location from, Path into, Part part) throws IOException {
        for (Entry entry : storage.list(from)) {
            Path target = into.resolve(entry.name());
            if (entry.isFolder()) {
                Files.createDirectory(target);
                copy(storage, entry.location(), target, part);
            } else if (isNeeded(entry.name(), part)) {
                storage.fetch(entry.location(), target);
            } else {
                Files.createFile(target);
            }
        }
    }

    private static boolean isNeeded(String name, Part part) {
        boolean isLog = RunFileName.LOG.matcher(name).matches();
        return part == Part.ALL || isText(name) && (part == Part.RESULTS || !isLog);
    }

    private static boolean isText(String name) {
        return TEXTS.contains(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    }

    /** The folder on this machine. */
    public Path path() {
        return path;
    }

    /** Opens run files of {@link #path} in plain Java, in the store where they lie. */
    public RunReaders runReaders() {
        return this::openRun;
    }

    /** The same; what plain Java does not read is read by the native library, where that is here and the files are. */
    public RunReaders runReaders(boolean isNativeAtHand) {
        return isNativeAtHand && !isCopy ? RunFileReaders::open : runReaders();
    }

    /** The same for callers that want attributes only: little of a large file is fetched. */
    public RunReaders attributeReaders() {
        return file ->
                isCopy ? JhdfRunReader.openInBlocks(file.toString(), watched(file)) : JhdfRunReader.openInBlocks(file);
    }

    private RunReader openRun(Path file) throws IOException {
        if (!isCopy) {
            return JhdfRunReader.open(file);
        }
        return JhdfRunReader.open(file.toString(), watched(file));
    }

    private SeekableByteChannel watched(Path file) throws IOException {
        try {
            return new WatchedChannel(storage.open(locationOf(file)), this::failed);
        } catch (NoSuchFileException | FileNotFoundException e) {
            throw e; // it went away since the folder was listed
        } catch (IOException e) {
            failed(e);
            throw e;
        }
    }

    private void failed(IOException e) {
        storeFault = storeFault == null ? e : storeFault;
    }

    /**
     * Tells a store that failed from run files that are damaged, which readers cannot.
     *
     * @throws IOException of the store, when one of its run files could not be read
     */
    public void requireStore() throws IOException {
        if (storeFault != null) {
            throw storeFault;
        }
    }

    /** Where a file of {@link #path} lies, for any process. */
    public Location locationOf(Path file) {
        return isCopy
                ? folder.location().child(path.relativize(file).toString())
                : Location.of(file).absolute();
    }

    /**
     * A file of {@link #path} with all its bytes, for readers that need a path.
     *
     * @throws IOException when it cannot be copied
     */
    public Path whole(Path file) throws IOException {
        if (isCopy && Files.size(file) == 0) {
            Files.delete(file);
            storage.fetch(locationOf(file), file);
        }
        return file;
    }

    /** A text in which the folder and its files have the names that the user knows them by. */
    public String named(String text) {
        return FileFault.renamed(text, path, folder.name());
    }

    /** A fault in which they have. */
    public FileFault named(FileFault fault) {
        return fault.renamed(path, folder.name());
    }

    /** Removes the copy. */
    @Override
    public void close() throws IOException {
        scratch.close();
    }
}
