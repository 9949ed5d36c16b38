package io.github.roboreel.dashboard.index;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.FolderEntries;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What tells whether anything in an output folder has changed. Immutable.
 *
 * @param results the results file
 * @param settings the files that episodes depend on beside their lines, by name
 * @param folders the folder itself, its annotations and its env folders, by name
 * @param isLive whether a process is recording into it
 */
record Traces(FileStamp results, Map<String, FileStamp> settings, Map<String, FileStamp> folders, boolean isLive) {
    private static final String SELF = ".";

    /** As they are now. */
    static Traces of(Path path, Path results, boolean isLive) throws IOException {
        Map<String, FileStamp> settings = new LinkedHashMap<>();
        Map<String, FileStamp> folders = new LinkedHashMap<>();
        settings.put(SELF, FileStamp.of(path.resolve(ResultFolder.SIDE_METRICS)));
        folders.put(SELF, FileStamp.of(path));
        folders.put(RunFolder.ANNOTATIONS, FileStamp.of(path.resolve(RunFolder.ANNOTATIONS)));
        for (Path env : FolderEntries.folders(path)) {
            String name = env.getFileName().toString();
            folders.put(name, FileStamp.of(env));
            settings.put(name, FileStamp.of(env.resolve(RunFolder.ENV_CONFIG)));
        }
        return new Traces(FileStamp.of(results), settings, folders, isLive);
    }

    /** Whether the episodes that were read then are still as they were. */
    boolean onlyGrew(Traces before) {
        return settings.equals(before.settings) && results.continues(before.results);
    }

    /** Whether a further change will show. */
    boolean isSettled() {
        return results.isSettled() && folders.values().stream().allMatch(FileStamp::isSettled);
    }
}
