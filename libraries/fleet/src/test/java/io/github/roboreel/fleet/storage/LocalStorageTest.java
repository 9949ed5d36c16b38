package io.github.roboreel.fleet.storage;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalStorageTest extends StorageContract {
    @TempDir
    Path folder;

    @Override
    protected Storage storage() {
        return new LocalStorage();
    }

    @Override
    protected Location root() {
        return Location.of(folder.resolve("root"));
    }
}
