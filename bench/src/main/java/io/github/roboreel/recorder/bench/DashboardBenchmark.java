package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** {@code bench dashboard}: the dashboard as a process of its own, asked as a page asks. */
@Command(
        name = "dashboard",
        description =
                "Starts `roboreel serve` on data that it makes, and asks it over HTTP: many recordings listed, start of"
                        + " a video, signals of a long episode, and what it costs a recorder."
                        + " Medians of the rounds; every round has a process of its own.")
final class DashboardBenchmark extends Scenario {
    private static final String ALL = "/recordings?limit=1000";
    private static final int REPEATS = 20;
    private static final int SERIES_REPEATS = 10;
    private static final int VIDEO_EPISODES = 500;
    private static final int FIELDS = 8;
    private static final int ZOOM = 10;
    private static final double CYCLE_STEPS = 500;
    private static final int PACE_HZ = 100;

    /** A thing that is measured, and what some of its figures should be with the usual sizes. */
    private enum Part {
        LIST(Map.of("cold_list_ms", 6000, "kept_list_ms", 500, "warm_recordings_ms", 50, "warm_report_ms", 300)),
        VIDEO(Map.of("first_video_first_byte_ms", 20, "first_episodes_ms", 200, "episodes_kb", 100)),
        SERIES(Map.of("cold_series_ms", 300, "warm_series_ms", 100, "zoom_ms", 100, "series_kb", 250)),
        PRODUCER(Map.of());

        private final Map<String, Integer> goals;

        Part(Map<String, Integer> goals) {
            this.goals = goals;
        }
    }

    @Param("What is measured")
    private List<Part> only = List.of(Part.values());

    @Param
    private int rounds = 3;

    @Param(value = "Limit of the dashboard's heap, MiB", min = 32)
    private int heapMb = 192;

    @Param("Recordings in the list, at most 1000")
    private int recordings = 150;

    @Param("Episodes of each")
    private int episodes = 1200;

    @Param(value = "Steps of the long episode", min = 100)
    private int rows = 1_000_000;

    @Param("How long a paced recording takes")
    private int seconds = 15;

    private Path scratch;
    private Rounds samples;

    @Override
    void measure(Path folder) throws Exception {
        scratch = Files.createDirectories(folder.toRealPath().resolve("scratch"));
        figures.put("heap_limit_mib", heapMb);
        for (Part part : only.stream().distinct().toList()) {
            String name = part.name().toLowerCase(Locale.ROOT);
            Path data = folder.toRealPath().resolve(name);
            samples = new Rounds();
            make(part, data);
            for (int round = 0; round < rounds; round++) {
                Path cache = scratch.resolve("cache");
                if (part != Part.PRODUCER && Files.exists(cache)) {
                    delete(cache);
                }
                measure(part, data);
            }
            Figures goals = new Figures();
            Map<String, Figures> table = new LinkedHashMap<>();
            samples.each().forEach((figure, values) -> {
                Integer goal = part.goals.get(figure);
                if (goal != null) {
                    goals.put(figure, goal);
                }
                table.put(
                        goal == null ? figure : figure + " (goal " + goal + ")",
                        new Figures()
                                .put("median", samples.median(figure))
                                .put("least", Collections.min(values))
                                .put("most", Collections.max(values)));
            });
            figures.put(name, samples.medians().put("goals", goals).put("each", new Figures().put(samples.each())));
            say(name, table);
            say("");
        }
    }

    private void make(Part part, Path data) throws Exception {
        switch (part) {
            case LIST -> makeResultLines(data);
            case VIDEO -> recordVideo(data);
            case SERIES -> recordLongEpisode(data.resolve("recorded"));
            case PRODUCER -> Files.createDirectories(data);
        }
    }

    private void measure(Part part, Path data) throws Exception {
        switch (part) {
            case LIST -> askList(data);
            case VIDEO -> askVideo(data);
            case SERIES -> askSeries(data);
            case PRODUCER -> recordBeside(data);
        }
    }

    private ServeProcess serve(Path data) throws IOException, InterruptedException {
        return new ServeProcess(data, scratch, heapMb);
    }

    /** The first answer's time as {@code first_NAME_ms}, and the median of more as {@code warm_NAME_ms}. */
    private ServeProcess.Answered ask(String name, ServeProcess serve, String path) throws Exception {
        ServeProcess.Answered first = serve.get(path);
        samples.add("first_" + name + "_ms", first.millis());
        samples.addMedian("warm_" + name + "_ms", REPEATS, () -> serve.get(path).millis());
        return first;
    }

    /** Recordings that consist of lines alone, older than an index would doubt. */
    private void makeResultLines(Path data) throws IOException, InterruptedException {
        Child.of(Child.PYTHON, Child.home().resolve("conformance/make_results.py"), data)
                .and("--recordings=" + recordings, "--episodes=" + episodes)
                .run();
        FileTime past = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
        try (Stream<Path> made = Files.walk(data)) {
            for (Path path : made.toList()) {
                Files.setLastModifiedTime(path, past);
            }
        }
    }

    /** From the command to the complete list of many recordings, without and with what was kept, and their overview. */
    private void askList(Path data) throws Exception {
        try (ServeProcess serve = serve(data)) {
            samples.add("cold_address_ms", serve.addressMillis());
            samples.add("cold_list_ms", serve.awaitList(recordings));
            ask("recordings", serve, ALL);
            ask(
                    "report",
                    serve,
                    serve.recordings().stream()
                            .map(id -> "recording=" + id)
                            .collect(Collectors.joining("&", "/report?", "")));
            samples.add("recordings_kb", serve.sentKb(ALL));
            samples.add("rss_mb", serve.residentMb());
            samples.add("heap_mb", serve.heapMb());
        }
        try (ServeProcess serve = serve(data)) {
            samples.add("kept_address_ms", serve.addressMillis());
            samples.add("kept_list_ms", serve.awaitList(recordings));
            samples.add("kept_rss_mb", serve.residentMb());
        }
    }

    /** An episode with videos, and lines like its first one, of later runs. */
    private static void recordVideo(Path data) throws IOException, InterruptedException {
        Child.java(List.of(), Child.CLI, "record", "--max-steps=300", "--output-dir=" + data)
                .and("--output-folder-name=recorded", "--quiet", "--yes")
                .run();
        Path file = data.resolve("recorded").resolve(RunFolder.RESULTS);
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        ObjectNode line = (ObjectNode) new ObjectMapper().readTree(lines.get(0));
        for (int number = lines.size(); number < VIDEO_EPISODES; number++) {
            line.put("run", number).put("episode", number);
            lines.add(line.put("run_name", line.path("env_name").asText() + "_" + number)
                    .toString());
        }
        Files.write(file, lines);
    }

    /** How soon a video of a task with many episodes begins, and a page of these episodes. */
    private void askVideo(Path data) throws Exception {
        try (ServeProcess serve = serve(data)) {
            serve.awaitList(1);
            String episodesOf = "/episodes?recording=" + serve.recordings().get(0) + "&limit=100";
            JsonNode page = ask("episodes", serve, episodesOf).json();
            samples.add("episodes_kb", serve.sentKb(episodesOf));
            ServeProcess.Answered episode = serve.get("/episodes/" + withVideo(page));
            samples.add("first_episode_ms", episode.millis());
            String video = episode.json().at("/cameras/0/url").asText();
            samples.add("first_video_first_byte_ms", firstByte(serve, video));
            samples.addMedian("warm_video_first_byte_ms", REPEATS, () -> firstByte(serve, video));
        }
    }

    private static String withVideo(JsonNode page) throws IOException {
        for (JsonNode episode : page.path("episodes")) {
            if (episode.path("videos").asInt() > 0) {
                return episode.path("id").asText();
            }
        }
        throw new IOException("no episode of the recording has a video: " + page.at("/episodes/0"));
    }

    private static double firstByte(ServeProcess serve, String video) throws IOException, InterruptedException {
        return serve.fetch(video, "Range", "bytes=0-").firstByteMillis();
    }

    /** Signals of a long episode, whole and parts of them, as wide as a page. */
    private void askSeries(Path data) throws Exception {
        try (ServeProcess serve = serve(data)) {
            serve.awaitList(1);
            String episodesOf = "/episodes?recording=" + serve.recordings().get(0);
            String episode = "/episodes/"
                    + serve.get(episodesOf).json().at("/episodes/0/id").asText();
            samples.add("first_episode_ms", serve.get(episode).millis());
            String series = signals()
                    .map(field -> "&field=" + field)
                    .collect(Collectors.joining("", episode + "/series?width=1000", ""));
            ServeProcess.Answered cold = serve.get(series);
            samples.add("cold_series_ms", cold.millis());
            samples.add("series_kb", cold.body().length / 1e3);
            samples.addMedian(
                    "warm_series_ms", SERIES_REPEATS, () -> serve.get(series).millis());
            Random random = new Random(1);
            int part = Math.max(1, rows / ZOOM);
            samples.addMedian("zoom_ms", SERIES_REPEATS, () -> {
                int from = random.nextInt(rows - part);
                return serve.get(series + "&from=" + from + "&to=" + (from + part))
                        .millis();
            });
        }
    }

    private static Stream<String> signals() {
        return IntStream.range(0, FIELDS).mapToObj(i -> "obs/signal_" + i);
    }

    private void recordLongEpisode(Path folder) {
        BenchFields specs = new BenchFields(
                signals().map(name -> FieldSpec.step(name, DType.FLOAT32)).toList(), ImageKind.GRADIENT);
        List<Field> fields = signals().map(specs.schema()::field).toList();
        Random random = new Random(0);
        try (EpisodeRecorder recorder =
                RecordSpec.begin(RecordSpec.of(1, rows, specs).builder(folder))) {
            for (int step = 0; step < rows; step++) {
                StepWriter row = recorder.env(0).step();
                for (int i = 0; i < FIELDS; i++) {
                    double wave = Math.sin(2 * Math.PI * step / (CYCLE_STEPS * (i + 1)));
                    row.put(fields.get(i), (float) (wave + 0.1 * random.nextGaussian()));
                }
                row.publish();
            }
            RecordSpec.end(recorder);
        }
    }

    /** The producer's stalls in {@code bench record} at a pace, alone and with a dashboard, in turn. */
    private void recordBeside(Path data) throws IOException, InterruptedException {
        record("alone", data);
        try (ServeProcess serve = serve(data)) {
            double before = serve.cpuSeconds();
            long begin = System.nanoTime();
            record("served", data);
            double elapsed = (System.nanoTime() - begin) / 1e9;
            samples.add("served_serve_cpu_percent", 100 * (serve.cpuSeconds() - before) / elapsed);
        }
    }

    private void record(String company, Path data) throws IOException, InterruptedException {
        Child.bench("record", "--num-envs", 16, "--steps", PACE_HZ * seconds, "--pace-hz", PACE_HZ)
                .and("--rounds", 1, "--keep", "--output-dir", data)
                .printed()
                .pick("p50=stall_us/50", "p99.9=stall_us/99.9", "own_p99.9=stall_own_us/99.9")
                .forEach((name, micros) -> samples.add(company + "_" + name + "_us", micros));
    }
}
