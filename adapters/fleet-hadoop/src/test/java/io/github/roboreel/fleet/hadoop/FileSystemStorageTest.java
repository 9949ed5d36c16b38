package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.StorageContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** A file system of Hadoop's with renames: that of this machine. */
class FileSystemStorageTest extends StorageContract {
    @TempDir
    Path folder;

    @Override
    protected Storage storage() throws IOException {
        Map<String, String> withoutChecksumFiles = Map.of(
                "fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem",
                "fs.AbstractFileSystem.file.impl", "org.apache.hadoop.fs.local.RawLocalFs");
        return new HadoopStorageProvider().open(new Location("file:///"), withoutChecksumFiles);
    }

    @Override
    protected Location root() {
        return new Location("file://" + folder.resolve("root"));
    }

    /** The machine's renames replace; HDFS's do not. */
    @Override
    protected boolean hasOneWinner() {
        return false;
    }
}
