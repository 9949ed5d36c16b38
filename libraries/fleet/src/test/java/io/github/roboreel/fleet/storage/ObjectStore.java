package io.github.roboreel.fleet.storage;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Store {@code objects:///PATH} that keeps objects below a folder of this machine as S3 does: a folder is there while
 * an object is in it, nothing is renamed, an object is seen when it is whole. One beside which {@code NAME.failing}
 * lies cannot be read or written.
 */
public final class ObjectStore implements StorageProvider, Storage {
    private static final String ROOT = "objects://";
    private static final String FAILING = ".failing";
    private static final Storage DISK = new LocalStorage();

    /** The place of a path. */
    public static String of(Path path) {
        return ROOT + path.toAbsolutePath();
    }

    /** Lets an object fail, or be as it was. */
    public static void setFailing(Path object, boolean isFailing) throws IOException {
        Path mark = object.resolveSibling(object.getFileName() + FAILING);
        if (isFailing) {
            Files.createDirectories(mark.getParent());
            Files.createFile(mark);
        } else {
            Files.delete(mark);
        }
    }

    @Override
    public boolean serves(String scheme) {
        return scheme.equals("objects");
    }

    @Override
    public Storage open(Location place, Map<String, String> settings) {
        return this;
    }

    private static Location onDisk(Location place) {
        return new Location(place.text().substring(ROOT.length()));
    }

    private static Entry object(Entry entry) {
        return new Entry(
                new Location(ROOT + entry.location().text()), entry.isFolder(), entry.bytes(), entry.version());
    }

    private static boolean isSeen(Entry entry) {
        return !entry.name().endsWith(FAILING);
    }

    private static void requireWorking(Location object) throws IOException {
        if (Files.exists(Path.of(onDisk(object).text() + FAILING))) {
            throw new IOException(object + " cannot be reached: the connection timed out");
        }
    }

    @Override
    public List<Entry> list(Location folder) throws IOException {
        return DISK.list(onDisk(folder)).stream()
                .filter(ObjectStore::isSeen)
                .map(ObjectStore::object)
                .toList();
    }

    @Override
    public Optional<Entry> find(Location place) throws IOException {
        return DISK.find(onDisk(place)).map(ObjectStore::object);
    }

    @Override
    public SeekableByteChannel open(Location file) throws IOException {
        requireWorking(file);
        return DISK.open(onDisk(file));
    }

    @Override
    public void put(Path local, Location file) throws IOException {
        requireWorking(file);
        Path upload = upload(local);
        Path object = onDisk(file).path();
        Files.createDirectories(object.getParent());
        Files.move(upload, object, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public boolean putNew(Path local, Location file) throws IOException {
        requireWorking(file);
        Path upload = upload(local);
        Path object = onDisk(file).path();
        try {
            Files.createDirectories(object.getParent());
            Files.createLink(object, upload);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.delete(upload);
        }
    }

    private static Path upload(Path local) throws IOException {
        return Files.copy(local, Path.of(System.getProperty("java.io.tmpdir"), "upload-" + UUID.randomUUID()));
    }

    @Override
    public void delete(Location place) throws IOException {
        DISK.delete(onDisk(place));
        Path folder = onDisk(place).path().getParent();
        while (DISK.list(Location.of(folder)).isEmpty()) {
            try {
                Files.delete(folder);
            } catch (NoSuchFileException e) {
                // it was none before
            }
            folder = folder.getParent();
        }
    }

    @Override
    public boolean renamesFolders() {
        return false;
    }

    @Override
    public void rename(Location folder, Location name) {
        throw new UnsupportedOperationException("objects cannot be renamed");
    }
}
