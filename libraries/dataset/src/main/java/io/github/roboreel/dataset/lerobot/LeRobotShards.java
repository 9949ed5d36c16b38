package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.Shard;
import io.github.roboreel.dataset.ShardSurvey;
import io.github.roboreel.dataset.ShardedDataset;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.dataset.lerobot.LeRobotPlan.Part;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a LeRobot dataset, version 3.0, in parts: a shard is one file of frames and one of episode rows, both with its
 * number, and a camera's videos of its episodes. Statistics are those of a dataset in one part. Immutable.
 *
 * @param options how; where to is left to the caller
 */
record LeRobotShards(LeRobotOptions options) implements ShardedExporter {
    /** Readers sort the paths of tables as texts. */
    private static final int MAX_SHARDS = 1000 * FilePlace.CHUNK_FILES;

    private static final String SHARD = "shard";
    private static final String STATISTICS = "statistics";

    @Override
    public String target() {
        return options.repoId();
    }

    @Override
    public long usualShardBytes() {
        return LeRobotExporter.FILE_BYTES;
    }

    @Override
    public ShardSurvey survey(List<String> changes) {
        return new LeRobotSurvey(options, changes);
    }

    @Override
    public ShardSurvey survey(JsonNode json) {
        return LeRobotSurvey.of(json, options);
    }

    @Override
    public ShardedDataset plan(ShardSurvey all, List<Shard> shards) {
        if (shards.size() > MAX_SHARDS) {
            throw new ExportRefusedException(
                    "a LeRobot dataset has at most %s files of frames, and the plan has %s; make them larger",
                    MAX_SHARDS, shards.size());
        }
        long episodes = 0;
        long steps = 0;
        Map<String, String> splits = new LinkedHashMap<>();
        for (Shard shard : shards) {
            String first = splits.getOrDefault(shard.split(), episodes + ":").split(":")[0];
            episodes += shard.episodes();
            steps += shard.steps();
            splits.put(shard.split(), first + ":" + episodes);
        }
        LeRobotPlan plan =
                LeRobotPlan.of(options, (LeRobotSurvey) all, new LeRobotPlan.Episodes(episodes, steps, splits));
        return new Dataset(options, plan, shards.size());
    }

    private record Dataset(LeRobotOptions options, LeRobotPlan plan, int shards) implements ShardedDataset {
        @Override
        public List<String> notes() {
            return plan.notes();
        }

        @Override
        public boolean readsVideos() {
            return plan.cameras().stream().anyMatch(LeRobotCamera::isOwnVideo);
        }

        @Override
        public JsonNode write(Shard shard, EpisodeSource episodes, Path folder, ExportProgress progress)
                throws IOException {
            Part part = new Part(
                    shard.firstEpisode(),
                    shard.episodes(),
                    shard.firstStep(),
                    shard.steps(),
                    shard.index(),
                    Long.MAX_VALUE,
                    LeRobotExporter.VIDEO_FILE_BYTES);
            try (Workplace place = Workplace.in(folder)) {
                PartWriter writer = new PartWriter(plan, part, place, progress);
                writer.write(new JoinedSource(episodes), options.reward());
                writer.check();
                ObjectNode result = JsonNodeFactory.instance.objectNode().put(SHARD, shard.index());
                return result.set(STATISTICS, writer.statistics().packed());
            }
        }

        @Override
        public List<String> finish(Iterable<JsonNode> results, Path folder) throws IOException {
            DatasetStatistics all = new DatasetStatistics(plan.measured());
            int found = 0;
            for (JsonNode result : results) {
                if (result.path(SHARD).asInt(-1) != found++) {
                    throw new IOException(Sentence.of(
                            "shard %s of the dataset comes where %s was expected; make the dataset again",
                            result.path(SHARD), found - 1));
                }
                all.add(DatasetStatistics.of(result.path(STATISTICS), plan.measured()));
            }
            if (found != shards) {
                throw new IOException(Sentence.of(
                        "%s shards of the dataset were made where %s were planned; make the others", found, shards));
            }
            try (Workplace place = Workplace.in(folder)) {
                return new MetaFiles(place, plan).write(options, all);
            }
        }
    }
}
