package io.github.roboreel.fleet.export;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.Shard;
import io.github.roboreel.fleet.export.FactsFile.Place;
import io.github.roboreel.fleet.export.References.Reference;
import io.github.roboreel.fleet.export.ShardEpisodes.Part;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The episodes of a shard as a document: files of facts, and of each episode the index of its file, the offset and the
 * length of its facts there.
 */
final class ShardList {
    private static final String FILES = "facts";
    private static final String EPISODES = "episodes";

    private ShardList() {}

    /** Writes those of all shards. */
    static void writeAll(
            Storages storages, WorkFolder work, ShardPlan plan, References episodes, List<Location> factsOfFolders)
            throws IOException {
        for (Shard shard : plan.shards()) {
            try (Scratch scratch = Scratch.create()) {
                Path file = scratch.path().resolve("episodes.json");
                write(file, shard, plan.order(), episodes, factsOfFolders);
                storages.of(work.root()).put(file, work.episodes(shard.index()));
            }
        }
    }

    /**
     * Writes that of a shard.
     *
     * @param order of the plan
     * @param factsOfFolders where the facts of a folder's episodes stand
     */
    public static void write(Path file, Shard shard, int[] order, References episodes, List<Location> factsOfFolders)
            throws IOException {
        Map<Integer, Integer> files = new LinkedHashMap<>();
        try (JsonGenerator json = WorkFolder.JSON.createGenerator(file.toFile(), JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeArrayFieldStart(EPISODES);
            for (long at = shard.firstEpisode(); at < shard.firstEpisode() + shard.episodes(); at++) {
                int index = order[(int) at];
                Reference episode = episodes.get(index);
                json.writeStartArray();
                json.writeNumber(files.computeIfAbsent(episodes.folder(index), folder -> files.size()));
                json.writeNumber(episode.offset());
                json.writeNumber(episode.length());
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeArrayFieldStart(FILES);
            for (int folder : files.keySet()) {
                json.writeString(factsOfFolders.get(folder).text());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    static List<Part> read(Storages storages, Location file) throws IOException {
        JsonNode json = WorkFolder.read(storages, file);
        List<Part> parts = new ArrayList<>();
        for (JsonNode episode : json.path(EPISODES)) {
            Location facts =
                    new Location(json.path(FILES).get(episode.get(0).intValue()).textValue());
            parts.add(new Part(
                    facts, new Place(episode.get(1).longValue(), episode.get(2).intValue())));
        }
        return parts;
    }
}
