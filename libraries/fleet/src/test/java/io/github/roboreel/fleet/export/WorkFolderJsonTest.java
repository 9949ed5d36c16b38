package io.github.roboreel.fleet.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderJsonTest {
    /** Jackson reads texts of 20,000,000 characters without being told. */
    @Test
    void outcomeOfAShardWithLongStatistics_writtenToAWorkFolder_isReadBack(@TempDir Path folder) throws IOException {
        Storages storages = new Storages(Map.of());
        Location file = Location.of(folder.resolve("0.json"));
        String about = "\"" + "x".repeat(20_000_001) + "\"";
        WorkFolder.write(storages, file, new ShardOutcome(0, List.of(), about, List.of()));
        ShardOutcome read = WorkFolder.JSON.treeToValue(WorkFolder.read(storages, file), ShardOutcome.class);
        assertEquals(
                20_000_001,
                WorkFolder.JSON.readTree(read.aboutJson()).textValue().length());
    }
}
