package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.lerobot.LeRobotPlace.VideoPlace;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The episodes of version 2.1: a line of JSON, a table, and a video per camera each. */
final class EpisodeLines implements EpisodeIndex {
    private static final String FILE = "meta/episodes.jsonl";

    private static final Set<String> STRUCTURE = Set.of("episode_index", "tasks", "length");

    private final DatasetFiles files;
    private final LeRobotInfo info;
    private final List<JsonNode> lines;
    private final long[] firstRows;

    EpisodeLines(DatasetFiles files, LeRobotInfo info) throws IOException {
        this.files = files;
        this.info = info;
        lines = files.jsonLines(FILE);
        firstRows = new long[lines.size() + 1];
        for (int index = 0; index < lines.size(); index++) {
            firstRows[index + 1] = firstRows[index] + length(index);
        }
    }

    private long length(int index) {
        JsonNode length = lines.get(index).path("length");
        boolean isHere = lines.get(index).path("episode_index").asLong(-1) == index;
        if (!isHere || !length.isIntegralNumber() || !LeRobotPlace.canBeLength(length.asLong(-1))) {
            throw new ExportRefusedException(
                    "line %s of %s is not that of episode %s with its length; repair the dataset",
                    index + 1, FILE, index);
        }
        return length.longValue();
    }

    @Override
    public int episodes() {
        return lines.size();
    }

    @Override
    public boolean hasSeveralTasks() {
        return lines.stream().anyMatch(line -> line.path("tasks").size() > 1);
    }

    @Override
    public LeRobotPlace place(int index) throws IOException {
        Map<String, Object> values = new HashMap<>();
        values.put("episode_index", (long) index);
        values.put("episode_chunk", index / info.layout().chunkFiles());
        Map<String, VideoPlace> videos = new HashMap<>();
        for (SourceFeature feature : info.features().values()) {
            if (feature.isVideo()) {
                values.put("video_key", feature.key());
                videos.put(
                        feature.key(),
                        new VideoPlace(files.file(info.layout().video().with(values)), 0, 0));
            }
        }
        return new LeRobotPlace(
                index,
                firstRows[index + 1] - firstRows[index],
                firstRows[index],
                files.file(info.layout().data().with(values)),
                LeRobotPlace.WHOLE_TABLE,
                videos,
                tasks(lines.get(index).path("tasks")),
                facts(lines.get(index)));
    }

    private static Map<String, Object> facts(JsonNode line) {
        Map<String, Object> facts = new LinkedHashMap<>();
        line.properties().forEach(entry -> {
            JsonNode value = entry.getValue();
            if (!STRUCTURE.contains(entry.getKey()) && !value.isNull()) {
                facts.put(entry.getKey(), FormatJson.attribute(value).orElseGet(value::toString));
            }
        });
        return facts;
    }

    private static List<String> tasks(JsonNode texts) {
        List<String> tasks = new ArrayList<>();
        texts.forEach(text -> tasks.add(text.asText()));
        return tasks;
    }
}
