package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.Shard;
import io.github.roboreel.dataset.ShardedDataset;
import io.github.roboreel.dataset.rlds.EpisodesWriter.Written;
import io.github.roboreel.dataset.rlds.RldsExporter.Limits;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A planned dataset whose record files are made apart from each other. */
final class RldsShardedDataset implements ShardedDataset {
    private static final Limits ONE_FILE = new Limits(Long.MAX_VALUE, ExampleBuilder.MAX_PAYLOAD_BYTES);
    private static final String EPISODES = "episodes";
    private static final String PAYLOAD = "payload_bytes";
    private static final String ARRAYS = "arrays_compared";
    private static final String LARGE = "large";

    private final RldsPlan plan;
    private final List<Shard> shards;
    private int large;

    RldsShardedDataset(RldsPlan plan, List<Shard> shards) {
        this.plan = plan;
        this.shards = List.copyOf(shards);
    }

    @Override
    public List<String> notes() {
        return EpisodesWriter.notes(plan, large);
    }

    @Override
    public JsonNode write(Shard shard, EpisodeSource episodes, Path folder, ExportProgress progress)
            throws IOException {
        EpisodeIds ids = new EpisodeIds();
        EpisodeSource source = new JoinedSource(episodes);
        EpisodesWriter writer = new EpisodesWriter(plan, ids, shard.steps(), ONE_FILE, progress);
        Written written = writer.write(ids.adding(source), folder);
        requireEpisodes(shard, written.episodes());
        Path file = folder.resolve(fileOf(shard));
        Files.move(ShardWriter.files(folder, 1).get(0), file);
        long arrays = writer.check(source, FeaturesFile.leaves(plan.declaration()), List.of(file));
        return JsonNodeFactory.instance
                .objectNode()
                .put(EPISODES, written.episodes())
                .put(PAYLOAD, written.payloadBytes())
                .put(ARRAYS, arrays)
                .put(LARGE, written.large());
    }

    private String fileOf(Shard shard) {
        String name = plan.options().name();
        return DatasetInfoFile.closedFile(name, shard.split(), shard.indexInSplit(), shard.shardsInSplit());
    }

    private void requireEpisodes(Shard shard, long episodes) throws IOException {
        if (episodes != shard.episodes()) {
            throw new IOException(Sentence.of(
                    "%s has %s episodes, but %s were planned: the recordings changed meanwhile; export them when"
                            + " no recorder writes there",
                    fileOf(shard), episodes, shard.episodes()));
        }
    }

    @Override
    public List<String> finish(Iterable<JsonNode> made, Path folder) throws IOException {
        Map<String, List<Long>> lengths = new LinkedHashMap<>();
        Map<String, Long> bytes = new LinkedHashMap<>();
        Iterator<JsonNode> results = made.iterator();
        large = 0;
        for (Shard shard : shards) {
            JsonNode result = results.next();
            requireEpisodes(shard, result.path(EPISODES).asLong());
            lengths.computeIfAbsent(shard.split(), split -> new ArrayList<>()).add(shard.episodes());
            bytes.merge(shard.split(), result.path(PAYLOAD).asLong(), Long::sum);
            large += result.path(LARGE).asInt();
        }
        DatasetInfoFile info = plan.info(lengths.keySet());
        for (String split : lengths.keySet()) {
            info = info.plus(split, lengths.get(split), bytes.get(split));
        }
        return plan.write(folder, info);
    }
}
