package io.github.roboreel.fleet.export;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.fleet.storage.Storages;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Compares the files of a shard with the digests that its document has; false when they are others. */
record VerifyTask(WorkFolder work, Map<String, String> settings) implements Task<Integer, Boolean> {
    @Override
    public Boolean run(Integer shard) throws IOException {
        Storages storages = new Storages(settings);
        Optional<JsonNode> document = WorkFolder.find(storages, work.done(shard));
        return document.isPresent()
                && new ShardTask(work, settings)
                        .isThere(WorkFolder.JSON.treeToValue(document.get(), ShardOutcome.class), storages);
    }
}
