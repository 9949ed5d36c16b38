package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Location;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;

/** What kinds of stores can do, which Hadoop's API does not report. */
final class Stores {
    /** In which a file can be renamed in one step. */
    private static final Set<String> FILE_SYSTEMS =
            Set.of("hdfs", "webhdfs", "swebhdfs", "viewfs", "file", "abfs", "abfss");

    private static final Set<String> AZURE = Set.of("abfs", "abfss");

    private Stores() {}

    /** Whether files are written beside their place and renamed. */
    static boolean isFileSystem(String scheme) {
        return FILE_SYSTEMS.contains(scheme);
    }

    /** Azure does where the account has a hierarchical namespace, which is when it has access control lists. */
    static boolean renamesFolders(FileSystem files, Location place) throws IOException {
        return !AZURE.contains(place.scheme())
                || files.hasPathCapability(HadoopPaths.root(place), CommonPathCapabilities.FS_ACLS);
    }
}
