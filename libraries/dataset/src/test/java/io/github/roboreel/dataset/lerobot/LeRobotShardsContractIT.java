package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.dataset.ShardedExporterContract;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** LeRobot in shards keeps what every exporter of shards promises. */
class LeRobotShardsContractIT extends ShardedExporterContract {
    private static LeRobotOptions options(Path datasets) {
        return new LeRobotOptions(datasets, "lab/banana", Optional.of("franka"), Images.VIDEO, RewardPolicy.SCORE_DELTA)
                .withFields(LeRobotOptions.Fields.ALL);
    }

    @Override
    protected ShardedExporter exporter() {
        return new LeRobotShards(options(Path.of("")));
    }

    @Override
    protected Exporter plain(Path datasets) {
        return new LeRobotExporter(options(datasets));
    }

    @Override
    protected void assertReadable(Path dataset, int episodes) throws Exception {
        new ExportedSet(dataset).assertConsistent(episodes);
    }

    @Override
    protected List<String> episodes(Path dataset, List<String> splits) throws IOException {
        try {
            ExportedSet found = new ExportedSet(dataset);
            List<Map<String, Object>> rows = ExportedSet.comparable(found.episodes());
            List<Map<String, Object>> frames = ExportedSet.comparable(found.frames());
            List<String> episodes = new ArrayList<>();
            for (String split : splits) {
                String[] range = found.info().get("splits").get(split).asText().split(":");
                for (int episode = Integer.parseInt(range[0]); episode < Integer.parseInt(range[1]); episode++) {
                    Map<String, Object> row = rows.get(episode);
                    int from = Math.toIntExact((Long) row.get("dataset_from_index"));
                    int to = Math.toIntExact((Long) row.get("dataset_to_index"));
                    row.keySet().removeIf(column -> column.endsWith("file_index"));
                    episodes.add(row + " " + frames.subList(from, to));
                }
            }
            return episodes;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
