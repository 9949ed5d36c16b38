package io.github.roboreel.dashboard.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;

/** Watch of a folder's time: whether entries may have come or gone since it was asked last. For one thread. */
final class FolderChange {
    /** A change within the clock's step after a listing does not show. */
    private static final long UNSURE_MILLIS = 100;

    private final Path folder;
    private FileTime seen;
    private boolean isSure;

    FolderChange(Path folder) {
        this.folder = folder;
    }

    boolean mayHaveChanged() {
        FileTime now;
        try {
            now = Files.getLastModifiedTime(folder);
        } catch (IOException gone) {
            return true;
        }
        boolean changed = !now.equals(seen) || !isSure;
        seen = now;
        isSure = Math.abs(System.currentTimeMillis() - now.to(TimeUnit.MILLISECONDS)) > UNSURE_MILLIS;
        return changed;
    }
}
