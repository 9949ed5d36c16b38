package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Makes a dataset in shards as if each step were in a process of its own: what goes from one to the next is JSON.
 *
 * @param exporters gives a new exporter each time
 * @param source all episodes
 * @param shards of them
 * @param surveyed how many episodes one survey looks at
 */
public record PlannedShards(
        Supplier<ShardedExporter> exporters, EpisodeSource source, List<Shard> shards, int surveyed) {

    /** How many episodes each shard of a split has; splits in their order. */
    public static List<Shard> shards(EpisodeSource source, Map<String, List<Integer>> splits) throws IOException {
        List<Long> steps = new ArrayList<>();
        source.look((facts, episode) -> steps.add(episode.numSamples()));
        List<Shard> shards = new ArrayList<>();
        int episode = 0;
        long step = 0;
        for (Map.Entry<String, List<Integer>> split : splits.entrySet()) {
            int count = split.getValue().size();
            for (int i = 0; i < count; i++) {
                int end = episode + split.getValue().get(i);
                long stepsOfShard = steps.subList(episode, end).stream()
                        .mapToLong(Long::longValue)
                        .sum();
                shards.add(
                        new Shard(shards.size(), split.getKey(), i, count, episode, end - episode, step, stepsOfShard));
                episode = end;
                step += stepsOfShard;
            }
        }
        return shards;
    }

    /** The same, of two splits. */
    public static List<Shard> shards(EpisodeSource source, String first, List<Integer> its, String second, int last)
            throws IOException {
        Map<String, List<Integer>> splits = new LinkedHashMap<>();
        splits.put(first, its);
        splits.put(second, List.of(last));
        return shards(source, splits);
    }

    /** Its episodes. */
    public EpisodeSource of(Shard shard) {
        return visitor -> {
            long[] seen = {0};
            source.visit((facts, episode) -> {
                long index = seen[0]++;
                if (index >= shard.firstEpisode() && index < shard.firstEpisode() + shard.episodes()) {
                    visitor.visit(facts, episode);
                }
            });
        };
    }

    /** What the parts find, as JSON. */
    public List<JsonNode> surveys() throws IOException {
        List<ShardSurvey> surveys = new ArrayList<>();
        int[] seen = {0};
        source.look((facts, episode) -> {
            if (seen[0]++ % surveyed == 0) {
                surveys.add(exporters.get().survey(source.notes()));
            }
            surveys.get(surveys.size() - 1).add(facts, episode);
        });
        List<JsonNode> found = new ArrayList<>();
        for (ShardSurvey survey : surveys) {
            found.add(transported(survey.json()));
        }
        return found;
    }

    private static JsonNode transported(JsonNode json) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        return mapper.readTree(mapper.writeValueAsString(json));
    }

    /** A survey of all, as JSON. */
    public JsonNode survey() throws IOException {
        ShardSurvey all = exporters.get().survey(source.notes());
        for (JsonNode part : surveys()) {
            all.add(exporters.get().survey(part));
        }
        return transported(all.json());
    }

    /** The planned dataset, of a survey of its own. */
    public ShardedDataset dataset(JsonNode survey) {
        ShardedExporter exporter = exporters.get();
        return exporter.plan(exporter.survey(survey), shards);
    }

    /** Makes the files of a shard. */
    public JsonNode write(JsonNode survey, Shard shard, Path folder) throws IOException {
        return transported(
                dataset(survey).write(shard, of(shard), Files.createDirectories(folder), ExportProgress.NONE));
    }

    /**
     * Makes the dataset, its last shard first.
     *
     * @param folder of all datasets
     * @return folder of this one
     */
    public Path make(Path folder) throws IOException {
        JsonNode survey = survey();
        Path target = Files.createDirectories(folder.resolve(exporters.get().target()));
        List<Shard> order = new ArrayList<>(shards);
        Collections.reverse(order);
        JsonNode[] made = new JsonNode[shards.size()];
        for (Shard shard : order) {
            Path attempt = folder.resolve("attempt-" + shard.index());
            made[shard.index()] = write(survey, shard, attempt);
            move(attempt, target);
        }
        Path about = Files.createDirectories(folder.resolve("about"));
        List<String> files = dataset(survey).finish(List.of(made), about);
        for (String file : files) {
            Files.createDirectories(target.resolve(file).getParent());
            Files.move(about.resolve(file), target.resolve(file));
        }
        move(about, target);
        return target;
    }

    /** Moves files; none may be there already. */
    private static void move(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> walked = Files.walk(from)) {
            all = walked.toList();
        }
        for (Path file : all) {
            if (Files.isRegularFile(file)) {
                Path place = to.resolve(from.relativize(file).toString());
                Files.createDirectories(place.getParent());
                Files.move(file, place);
            }
        }
    }
}
