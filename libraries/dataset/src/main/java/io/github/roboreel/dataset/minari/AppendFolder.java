package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.FolderEntries;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/**
 * Where episodes are written that are to be added to a dataset, and how they get into it. Until they are whole, it may
 * be deleted. From then on a file in it says so, and it is kept until all of it was moved, by this export or, when that
 * dies, by the next.
 */
final class AppendFolder {
    /** One name, so that no two can add at the same time. */
    private static final String WORK = ".data.appending";

    /** The dataset's metadata when the episodes were whole: what they were made to be added to. */
    private static final String WHOLE = "metadata_before.json";

    private final MinariFolder folder;
    private final DatasetStorage storage;
    private final Path work;
    private boolean whole;

    private AppendFolder(MinariFolder folder, DatasetStorage storage) {
        this.folder = folder;
        this.storage = storage;
        this.work = folder.folder().resolve(WORK);
    }

    /**
     * Makes it.
     *
     * @throws ExportRefusedException when another export is adding, or died while adding; what that one had made whole
     *     is in the dataset then
     */
    static AppendFolder make(MinariFolder folder, DatasetStorage storage) throws IOException {
        AppendFolder made = new AppendFolder(folder, storage);
        try {
            Files.createDirectory(made.work);
        } catch (FileAlreadyExistsException e) {
            throw made.takeOver();
        }
        return made;
    }

    Path work() {
        return work;
    }

    private ExportRefusedException takeOver() throws IOException {
        Path before = work.resolve(WHOLE);
        if (!Files.exists(before)) {
            return new ExportRefusedException(
                    "an export is adding to %s, or one was killed, leaving %s; when none is running, "
                            + "delete that folder, the dataset is whole without it",
                    folder.folder(), work);
        }
        boolean waiting = Files.exists(work.resolve(DatasetMetadata.FILE));
        if (waiting && !Arrays.equals(Files.readAllBytes(before), metadataBytes())) {
            return new ExportRefusedException(
                    "%s was changed after an export died that was adding to it; its episodes are whole "
                            + "in %s, but fit no more; delete that folder and add them again",
                    folder.folder(), work);
        }
        publish();
        return new ExportRefusedException(
                "an export had been killed while it moved its episodes into %s; that is done now, and "
                        + "the dataset has %s episodes; export again if yours are not among them",
                folder.folder(), DatasetMetadata.read(folder.data()).totals().episodes());
    }

    private byte[] metadataBytes() throws IOException {
        return Files.readAllBytes(folder.data().resolve(DatasetMetadata.FILE));
    }

    /** Says that all in it was checked and forced to the disk. */
    void setWhole() throws IOException {
        Path unfinished = work.resolve(WHOLE + ".part");
        Files.write(unfinished, metadataBytes());
        MinariWorkFolder.forceFile(unfinished);
        Files.move(unfinished, work.resolve(WHOLE), StandardCopyOption.ATOMIC_MOVE);
        whole = true;
    }

    /** Moves everything into the dataset, last the metadata; continues where another export had stopped. */
    void publish() throws IOException {
        try {
            storage.publish(work, folder.data());
            Path metadata = work.resolve(DatasetMetadata.FILE);
            if (Files.exists(metadata)) {
                Files.move(
                        metadata,
                        folder.data().resolve(DatasetMetadata.FILE),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new IOException(
                    Sentence.of(
                            "the episodes could not all be moved into %s (%s); they are whole, and the next "
                                    + "episodes that are appended go on from there; keep %s",
                            folder.folder(), e, work),
                    e);
        }
        FolderEntries.deleteTree(work);
    }

    /** Removes what an export that failed has made, unless it was whole. */
    void abandon() throws IOException {
        if (!whole) {
            FolderEntries.deleteTree(work);
        }
    }
}
