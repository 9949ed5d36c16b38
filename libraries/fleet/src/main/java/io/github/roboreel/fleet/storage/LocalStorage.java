package io.github.roboreel.fleet.storage;

import io.github.roboreel.recordings.folder.FolderEntries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The file systems of this machine, network file systems among them. */
final class LocalStorage implements Storage {
    @Override
    public List<Entry> list(Location folder) throws IOException {
        Path path = folder.path();
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.sorted()
                    .map(entry -> entry(folder.child(entry.getFileName().toString()), entry))
                    .flatMap(Optional::stream)
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Files come and go while a folder is listed. */
    private static Optional<Entry> entry(Location location, Path path) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            String changed = Long.toString(attributes.lastModifiedTime().toMillis());
            return Optional.of(new Entry(location, attributes.isDirectory(), attributes.size(), changed));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<Entry> find(Location place) throws IOException {
        Path above = place.path().toAbsolutePath().getParent();
        if (above != null && !Files.isDirectory(above)) {
            return Optional.empty();
        }
        try {
            return entry(place, place.path());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public SeekableByteChannel open(Location file) throws IOException {
        return Files.newByteChannel(file.path());
    }

    @Override
    public void put(Path local, Location file) throws IOException {
        try {
            Path attempt = attempt(local, file.path());
            Files.move(attempt, file.path(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            force(file.path().toAbsolutePath().getParent(), StandardOpenOption.READ);
        } catch (IOException e) {
            throw notWritten(file, e);
        }
    }

    private static IOException notWritten(Location file, IOException e) {
        String reason = e.getMessage();
        if (e instanceof FileAlreadyExistsException inTheWay) {
            reason = inTheWay.getFile() + " is no folder";
        } else if (e instanceof AccessDeniedException) {
            reason = "permission denied";
        } else if (e instanceof FileSystemException fault && fault.getReason() != null) {
            reason = fault.getReason();
        }
        return new IOException(file + " cannot be written (" + reason + ")", e);
    }

    @Override
    public void take(Path local, Location file) throws IOException {
        Path folder = file.path().toAbsolutePath().getParent();
        try {
            force(local, StandardOpenOption.WRITE);
            Files.createDirectories(folder);
            Files.move(local, file.path(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            force(folder, StandardOpenOption.READ);
        } catch (AtomicMoveNotSupportedException e) {
            put(local, file); // it is on another disk
        } catch (IOException e) {
            throw notWritten(file, e);
        }
    }

    @Override
    public boolean putNew(Path local, Location file) throws IOException {
        Path attempt;
        try {
            attempt = attempt(local, file.path());
        } catch (IOException e) {
            throw notWritten(file, e);
        }
        try {
            // A rename would replace a file that came to exist this instant; a second name does not.
            Files.createLink(file.path(), attempt);
            force(file.path().toAbsolutePath().getParent(), StandardOpenOption.READ);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.deleteIfExists(attempt);
        }
    }

    /** A whole copy on the same disk, under a name that nothing else uses. */
    private static Path attempt(Path local, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path attempt = folder.resolve("." + file.getFileName() + ".attempt-" + UUID.randomUUID());
        try {
            Files.copy(local, attempt);
            force(attempt, StandardOpenOption.WRITE);
            return attempt;
        } catch (IOException e) {
            Files.deleteIfExists(attempt);
            throw e;
        }
    }

    private static void force(Path path, StandardOpenOption access) throws IOException {
        try (FileChannel channel = FileChannel.open(path, access)) {
            channel.force(true);
        }
    }

    @Override
    public void delete(Location place) throws IOException {
        FolderEntries.deleteTree(place.path());
    }

    @Override
    public boolean renamesFolders() {
        return true;
    }

    @Override
    public void rename(Location folder, Location name) throws IOException {
        Path target = name.path();
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        try {
            Files.move(folder.path(), target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // Which exception says that the target is there depends on Java and on what it holds.
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(target.toString());
            }
            throw e;
        }
        force(target.toAbsolutePath().getParent(), StandardOpenOption.READ);
    }
}
