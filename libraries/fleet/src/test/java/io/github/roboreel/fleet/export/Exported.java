package io.github.roboreel.fleet.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Requests of each format and what the datasets hold.
 *
 * @param name of the format
 * @param options of it
 * @param target the dataset below the folder of all datasets
 * @param last the file that makes it one
 */
record Exported(String name, Map<String, Object> options, String target, String last) {
    static final Exported RLDS = new Exported(
            "rlds",
            Map.of("--name", "set", "--version", "1.0.0", "--image-format", "png", "--append", false),
            "set/1.0.0",
            "dataset_info.json");
    static final Exported LEROBOT =
            new Exported("lerobot", Map.of("--repo-id", "lab/set", "--images", "none"), "lab/set", "meta/info.json");

    static List<Exported> formats() {
        return List.of(RLDS, LEROBOT);
    }

    @Override
    public String toString() {
        return name;
    }

    /** How a request differs from the plainest. */
    record Options(Map<String, Double> splits, Long seed, boolean dedup, long shardBytes) {
        /** Each episode is a shard. */
        static final Options EACH = new Options(Map.of(), null, false, 1);

        Options shuffled(long with) {
            return new Options(splits, with, dedup, shardBytes);
        }

        Options split(double train, double val) {
            Map<String, Double> fractions = new LinkedHashMap<>();
            fractions.put("train", train);
            fractions.put("val", val);
            return new Options(fractions, seed, dedup, shardBytes);
        }

        Options withoutDuplicates() {
            return new Options(splits, seed, true, shardBytes);
        }

        Options inShardsOf(long bytes) {
            return new Options(splits, seed, dedup, bytes);
        }
    }

    ExportRequest request(String out) {
        return request(out, Options.EACH);
    }

    ExportRequest request(String out, Options asked) {
        EpisodeChoice choice = new EpisodeChoice(List.of(), "", false, false, 1, false, List.of(), Map.of());
        return new ExportRequest(
                name,
                new HashMap<>(options),
                "recorded",
                List.of(),
                choice,
                asked.splits(),
                asked.seed(),
                asked.dedup(),
                asked.shardBytes(),
                out);
    }

    /** Makes it of all that the sources hold, in whatever storages; closes the engine. */
    ExportOutcome make(String out, Options options, Engine engine, String... sources) throws IOException {
        try (engine) {
            return new FleetExport(Map.of())
                    .export(request(out, options), FleetRecordings.folders(sources), engine, ExportProgress.NONE);
        }
    }

    ExportOutcome make(Path out, Options options, Engine engine, Path... sources) throws IOException {
        return make(
                out.toString(),
                options,
                engine,
                Stream.of(sources).map(Path::toString).toArray(String[]::new));
    }

    Path in(Path out) {
        return out.resolve(target);
    }

    /** The SHA-256 of each file by its name below the dataset, after a look around it. */
    Map<String, String> files(Path out) throws IOException {
        assertNothingIsLeft(out);
        return contents(in(out));
    }

    /** The dataset is all that is there. */
    void assertNothingIsLeft(Path out) throws IOException {
        Path dataset = in(out);
        List<String> beside = new ArrayList<>();
        for (Path above = dataset; !above.equals(out); above = above.getParent()) {
            beside.addAll(names(above.getParent()));
        }
        List<String> wanted = new ArrayList<>();
        for (Path above = dataset; !above.equals(out); above = above.getParent()) {
            wanted.add(above.getFileName().toString());
        }
        assertEquals(wanted, beside);
        try (Stream<Path> all = Files.walk(dataset)) {
            assertEquals(
                    List.of(),
                    all.filter(path -> path.getFileName().toString().startsWith("."))
                            .toList());
        }
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> found = new LinkedHashMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                found.put(folder.relativize(file).toString(), Sha256.ofFile(file));
            }
        }
        return found;
    }
}
