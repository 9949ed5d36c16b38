package io.github.roboreel.dashboard.index;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.EnvFolder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Env folders that were asked for last; one is listed again only when it has changed. Thread-safe. */
public final class EnvFolders {
    private static final int MAX_KNOWN = 64;

    private final Map<Path, Known> known = new LinkedHashMap<>(MAX_KNOWN, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Known> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    private record Known(List<FileStamp> stamps, EnvFolder folder) {}

    EnvFolders() {}

    /** The folder's files as of now; none when it cannot be listed. */
    public EnvFolder read(Path path) {
        List<FileStamp> stamps = List.of(
                FileStamp.of(path),
                FileStamp.of(path.resolve(RunFolder.ENV_CONFIG)),
                FileStamp.of(path.resolve(RunFolder.RUN_COMPLETE)),
                FileStamp.of(path.resolveSibling(RunFolder.UPLOADED)));
        synchronized (known) {
            Known before = known.get(path);
            if (before != null && before.stamps.equals(stamps)) {
                return before.folder;
            }
        }
        boolean isSure = stamps.get(0).isSettled();
        EnvFolder folder = EnvFolder.read(path);
        synchronized (known) {
            if (isSure) {
                known.put(path, new Known(stamps, folder));
            } else {
                known.remove(path);
            }
        }
        return folder;
    }
}
