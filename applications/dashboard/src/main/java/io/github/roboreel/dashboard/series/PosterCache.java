package io.github.roboreel.dashboard.series;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Pictures of videos on disk, up to a size; those fetched longest ago make room. A cache that cannot be written keeps
 * nothing. Any thread; several dashboards may share the folder.
 */
final class PosterCache {
    private static final String SUFFIX = ".jpg";

    private final Path folder;
    private final long mostBytes;

    /** Bytes added since the size was looked at. */
    private final AtomicLong added;

    /** In a folder that need not exist. */
    PosterCache(Path folder, long mostBytes) {
        this.folder = folder;
        this.mostBytes = mostBytes;
        added = new AtomicLong(mostBytes);
    }

    /** The picture of a name, as of an id. */
    Optional<byte[]> get(String name) {
        Path file = folder.resolve(name + SUFFIX);
        try {
            byte[] picture = Files.readAllBytes(file);
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
            return Optional.of(picture);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void put(String name, byte[] picture) {
        try {
            Files.createDirectories(folder);
            Path draft = Files.createTempFile(folder, name, ".part");
            try {
                Files.write(draft, picture);
                Files.move(draft, folder.resolve(name + SUFFIX), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(draft);
            }
            if (added.addAndGet(picture.length) > mostBytes / 8) {
                makeRoom();
            }
        } catch (IOException e) {
            // The picture is shown all the same, and decoded again next time.
            return;
        }
    }

    private record Kept(Path file, long bytes, FileTime used) {}

    private synchronized void makeRoom() throws IOException {
        added.set(0);
        List<Kept> pictures = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                try {
                    pictures.add(new Kept(file, Files.size(file), Files.getLastModifiedTime(file)));
                } catch (NoSuchFileException e) {
                    continue;
                }
            }
        }
        pictures.sort(Comparator.comparing(Kept::used));
        long bytes = pictures.stream().mapToLong(Kept::bytes).sum();
        for (Kept oldest : pictures) {
            if (bytes <= mostBytes) {
                return;
            }
            Files.deleteIfExists(oldest.file());
            bytes -= oldest.bytes();
        }
    }
}
