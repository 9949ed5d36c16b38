package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.fault.Undo;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes finished record files part of a dataset, all of them or none: what fails half-way is taken back. Nothing in it
 * heeds an interrupt, except {@link #force}, which comes first.
 */
final class ShardPublication {
    private final Path dataset;
    private final List<Path> files;
    private final List<Path> places;
    private final Path newInfo;
    private final List<Path> moved = new ArrayList<>();

    /**
     * Of files on the disk of the dataset.
     *
     * @param dataset the folder
     * @param files to be moved into it
     * @param places what they are called there
     * @param newInfo {@code dataset_info.json} that counts them, too
     */
    ShardPublication(Path dataset, List<Path> files, List<Path> places, Path newInfo) {
        this.dataset = dataset;
        this.files = files;
        this.places = places;
        this.newInfo = newInfo;
    }

    /** Forces the files to the disk, so that moving them is all that is left to do. */
    void force() throws IOException {
        for (Path file : files) {
            force(file, StandardOpenOption.WRITE);
        }
        force(newInfo, StandardOpenOption.WRITE);
    }

    /**
     * Moves the files.
     *
     * @throws ExportRefusedException when one of the places is taken
     * @throws IOException when one cannot be moved; the dataset is as it was
     */
    void publish() throws IOException {
        List<Path> taken = places.stream().filter(Files::exists).toList();
        if (!taken.isEmpty()) {
            throw uncounted(dataset, taken);
        }
        try {
            moveAll();
        } catch (IOException | RuntimeException e) {
            moved.forEach(place -> Undo.after(e, () -> Files.delete(place)));
            throw e;
        }
        forceFolder();
    }

    private void moveAll() throws IOException {
        for (int file = 0; file < files.size(); file++) {
            Files.move(files.get(file), places.get(file), StandardCopyOption.ATOMIC_MOVE);
            moved.add(places.get(file));
        }
        forceFolder();
        Files.move(
                newInfo,
                DatasetInfoFile.in(dataset),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Names survive a loss of power only when their folder is on the disk, too. */
    private void forceFolder() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (!isFolderForced()) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isFolderForced() throws IOException {
        try {
            force(dataset, StandardOpenOption.READ);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        }
    }

    private static void force(Path path, StandardOpenOption access) throws IOException {
        try (FileChannel channel = FileChannel.open(path, access)) {
            channel.force(true);
        }
    }

    /** The refusal of record files that {@code dataset_info.json} does not know. */
    static ExportRefusedException uncounted(Path dataset, List<Path> files) {
        return new ExportRefusedException(dataset
                + " does not count "
                + files.stream().map(file -> file.getFileName().toString()).toList()
                + ", which are in it: an export was killed while it appended, or another"
                + " one is appending now; wait for that one, or move them away");
    }
}
