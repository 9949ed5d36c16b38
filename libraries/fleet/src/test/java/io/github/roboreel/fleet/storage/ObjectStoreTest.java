package io.github.roboreel.fleet.storage;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The tests' own store keeps what every storage promises. */
class ObjectStoreTest extends StorageContract {
    @TempDir
    Path folder;

    @Override
    protected Storage storage() {
        return new ObjectStore();
    }

    @Override
    protected Location root() {
        return new Location(ObjectStore.of(folder.resolve("kept/bucket")));
    }
}
