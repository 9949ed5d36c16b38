package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.dataset.ShardedExporterContract;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** RLDS in shards keeps what every exporter of shards promises. */
class RldsShardsContractIT extends ShardedExporterContract {
    private static RldsOptions options(Path datasets) {
        return new RldsOptions(
                datasets, "banana", Optional.of("wrist"), "1.2.3", ImageFormat.PNG, RewardPolicy.SUCCESS, false);
    }

    @Override
    protected ShardedExporter exporter() {
        return new RldsShards(options(Path.of("")));
    }

    @Override
    protected Exporter plain(Path datasets) {
        return new RldsExporter(options(datasets));
    }

    @Override
    protected void assertReadable(Path dataset, int episodes) throws Exception {
        Python.output(ExportChecks.CHECKER, dataset, "--strict", "--expect-episodes", episodes);
    }

    @Override
    protected List<String> episodes(Path dataset, List<String> splits) throws IOException {
        JsonNode info = ExportChecks.json(dataset, "dataset_info.json");
        List<String> records = new ArrayList<>();
        for (int split = 0; split < splits.size(); split++) {
            int shards = info.at("/splits/" + split + "/shardLengths").size();
            for (int shard = 0; shard < shards; shard++) {
                String file = DatasetInfoFile.closedFile("banana", splits.get(split), shard, shards);
                read(dataset.resolve(file), records);
            }
        }
        return records;
    }

    private static void read(Path file, List<String> records) throws IOException {
        try (TfRecordReader reader = new TfRecordReader(file)) {
            boolean more = true;
            while (more) {
                more = reader.next(
                        payload -> records.add(new String(payload.readAllBytes(), StandardCharsets.ISO_8859_1)));
            }
        }
    }
}
