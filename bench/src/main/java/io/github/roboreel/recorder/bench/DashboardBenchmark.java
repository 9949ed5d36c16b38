package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench dashboard}: the dashboard as a process of its own, asked as a page asks. */
@Command(
        name = "dashboard",
        description = {
            "Starts `roboreel serve` on data that it makes, and asks it over HTTP: many recordings listed, start of a"
                    + " video, signals of a long episode, and what it costs a recorder."
                    + " Medians of the rounds; every round has a process of its own."
        },
        mixinStandardHelpOptions = true)
final class DashboardBenchmark extends BenchCommand.OnDisk {
    private static final String ALL = "/recordings?limit=1000";
    private static final int REPEATS = 20;
    private static final int SERIES_REPEATS = 10;
    private static final int VIDEO_EPISODES = 500;
    private static final int FIELDS = 8;
    private static final int WIDTH = 1000;
    private static final int ZOOM = 10;
    private static final double CYCLE_STEPS = 500;
    private static final int ENVS = 16;
    private static final int PACE_HZ = 100;

    @Option(
            names = "--only",
            split = ",",
            defaultValue = "list,video,series,producer",
            description = "What is measured (${DEFAULT-VALUE}).")
    private List<Part> only;

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(3);

    @Option(
            names = {"--heap-mb", "--heap_mb"},
            defaultValue = "192",
            description = "Limit of the dashboard's heap, MiB (${DEFAULT-VALUE}).")
    private int heapMb;

    @Option(
            names = "--recordings",
            defaultValue = "150",
            description = "Recordings in the list, at most 1000 (${DEFAULT-VALUE}).")
    private int recordings;

    @Mixin
    private Options.EpisodeCount episodes = new Options.EpisodeCount(1200);

    @Option(
            names = "--rows",
            defaultValue = "1000000",
            description = "Steps of the long episode, 100 or more (${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--seconds",
            defaultValue = "15",
            description = "How long a paced recording takes (${DEFAULT-VALUE}).")
    private int seconds;

    private Path scratch;

    /** A thing that is measured, and what some of its figures should be with the usual sizes. */
    private enum Part {
        LIST(Map.of("cold_list_ms", 6000, "kept_list_ms", 500, "warm_recordings_ms", 50, "warm_report_ms", 300)),
        /** Start of a video, and a page of episodes. */
        VIDEO(Map.of("first_video_first_byte_ms", 20, "first_episodes_ms", 200, "episodes_kb", 100)),
        /** Signals of a long episode. */
        SERIES(Map.of("cold_series_ms", 300, "warm_series_ms", 100, "zoom_ms", 100, "series_kb", 250)),
        /** What it costs a recorder. */
        PRODUCER(Map.of());

        private final Map<String, Integer> goals;

        Part(Map<String, Integer> goals) {
            this.goals = goals;
        }
    }

    @Override
    void check() {
        rounds.count();
        Options.requireAtLeast("--heap-mb", heapMb, 32);
        Options.requireAtLeast("--recordings", recordings, 1);
        episodes.count();
        Options.requireAtLeast("--rows", rows, 100);
        Options.requireAtLeast("--seconds", seconds, 1);
    }

    @Override
    Figures measure(Path folder) throws IOException, InterruptedException {
        scratch = Files.createDirectories(folder.toRealPath().resolve("scratch"));
        Figures figures = new Figures()
                .put("bench", "dashboard")
                .put("rounds", rounds.count())
                .put("heap_limit_mib", heapMb)
                .put("recordings", recordings)
                .put("episodes", episodes.count())
                .put("rows", rows)
                .put("seconds", seconds);
        for (Part part : only.stream().distinct().toList()) {
            String name = part.name().toLowerCase(Locale.ROOT);
            Path data = folder.toRealPath().resolve(name);
            make(part, data);
            RoundSamples samples = new RoundSamples();
            for (int round = 0; round < rounds.count(); round++) {
                if (part != Part.PRODUCER) {
                    forget();
                }
                measure(part, data, samples);
            }
            figures.put(name, figures(samples, part.goals));
            say(table(name, samples, part.goals));
        }
        return figures;
    }

    private static Figures figures(RoundSamples samples, Map<String, Integer> goals) {
        Figures figures = new Figures();
        Figures most = new Figures();
        samples.medians().forEach((name, median) -> {
            figures.put(name, median, 3);
            if (goals.containsKey(name)) {
                most.put(name, goals.get(name));
            }
        });
        return figures.put("goals", most).put("each", samples.each());
    }

    private static String table(String title, RoundSamples samples, Map<String, Integer> goals) {
        Map<String, Figures> table = new LinkedHashMap<>();
        samples.each().forEach((name, values) -> {
            Integer goal = goals.get(name);
            table.put(
                    goal == null ? name : name + " (goal " + goal + ")",
                    new Figures()
                            .put("median", Figures.median(values), 3, "median", 2)
                            .put("least", Collections.min(values), 3, "least", 2)
                            .put("most", Collections.max(values), 3, "most", 2));
        });
        return Figures.table(title, table) + System.lineSeparator();
    }

    private void make(Part part, Path data) throws IOException, InterruptedException {
        switch (part) {
            case LIST -> makeResultLines(data);
            case VIDEO -> recordVideo(data);
            case SERIES -> recordLongEpisode(data.resolve("recorded"));
            case PRODUCER -> Files.createDirectories(data);
        }
    }

    private void measure(Part part, Path data, RoundSamples samples) throws IOException, InterruptedException {
        switch (part) {
            case LIST -> askList(data, samples);
            case VIDEO -> askVideo(data, samples);
            case SERIES -> askSeries(data, samples);
            case PRODUCER -> recordBeside(data, samples);
        }
    }

    private ServeProcess serve(Path data) throws IOException, InterruptedException {
        return ServeProcess.start(data, scratch, heapMb);
    }

    /** Removes what a dashboard has kept. */
    private void forget() throws IOException {
        Path cache = ServeProcess.cache(scratch);
        if (Files.exists(cache)) {
            OutputSubfolder.delete(cache);
        }
    }

    /** Recordings that consist of lines alone, older than an index would doubt. */
    private void makeResultLines(Path data) throws IOException, InterruptedException {
        String script =
                PeerProcess.home().resolve("conformance/make_results.py").toString();
        PeerProcess.output(
                List.of(
                        PeerProcess.PYTHON,
                        script,
                        data.toString(),
                        "--recordings=" + recordings,
                        "--episodes=" + episodes.count()),
                Map.of());
        FileTime past = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
        try (Stream<Path> made = Files.walk(data)) {
            for (Path path : made.toList()) {
                Files.setLastModifiedTime(path, past);
            }
        }
    }

    /** From the command to the complete list of many recordings, without and with what was kept, and their overview. */
    private void askList(Path data, RoundSamples samples) throws IOException, InterruptedException {
        try (ServeProcess serve = serve(data)) {
            samples.add("cold_address_ms", serve.addressMillis());
            samples.add("cold_list_ms", serve.awaitList(recordings));
            samples.add("first_recordings_ms", serve.get(ALL).millis());
            String report = "/report?"
                    + serve.recordings().stream().map(id -> "recording=" + id).collect(Collectors.joining("&"));
            samples.add("first_report_ms", serve.get(report).millis());
            samples.add("recordings_kb", serve.sentKb(ALL));
            samples.addMedian(
                    "warm_recordings_ms", REPEATS, () -> serve.get(ALL).millis());
            samples.addMedian("warm_report_ms", REPEATS, () -> serve.get(report).millis());
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
        List<String> words = List.of(
                "record",
                "--max-steps=300",
                "--output-dir=" + data,
                "--output-folder-name=recorded",
                "--quiet",
                "--yes");
        PeerProcess.output(PeerProcess.javaCommand(List.of(), PeerProcess.CLI, words), Map.of());
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
    private void askVideo(Path data, RoundSamples samples) throws IOException, InterruptedException {
        try (ServeProcess serve = serve(data)) {
            serve.awaitList(1);
            String episodesOf = "/episodes?recording=" + serve.recordings().get(0) + "&limit=100";
            ServeProcess.Answered page = serve.get(episodesOf);
            samples.add("first_episodes_ms", page.millis());
            samples.addMedian(
                    "warm_episodes_ms", REPEATS, () -> serve.get(episodesOf).millis());
            samples.add("episodes_kb", serve.sentKb(episodesOf));
            ServeProcess.Answered episode = serve.get("/episodes/" + withVideo(page.json()));
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
    private void askSeries(Path data, RoundSamples samples) throws IOException, InterruptedException {
        try (ServeProcess serve = serve(data)) {
            serve.awaitList(1);
            String episodesOf = "/episodes?recording=" + serve.recordings().get(0);
            String episode = serve.get(episodesOf).json().at("/episodes/0/id").asText();
            samples.add("first_episode_ms", serve.get("/episodes/" + episode).millis());
            String series = "/episodes/" + episode + "/series?width=" + WIDTH
                    + IntStream.range(0, FIELDS)
                            .mapToObj(i -> "&field=" + name(i))
                            .collect(Collectors.joining());
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

    private static String name(int field) {
        return "obs/signal_" + field;
    }

    private void recordLongEpisode(Path folder) {
        FieldSchema schema = FieldSchema.of(IntStream.range(0, FIELDS)
                .mapToObj(i -> FieldSpec.step(name(i), DType.FLOAT32))
                .toList());
        List<Field> fields =
                IntStream.range(0, FIELDS).mapToObj(i -> schema.field(name(i))).toList();
        Random random = new Random(0);
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(folder, 1), schema)
                .sink(new Hdf5SinkProvider())
                .withoutMetrics()
                .open()) {
            recorder.env(0).begin();
            for (int step = 0; step < rows; step++) {
                StepWriter row = recorder.env(0).step();
                for (int i = 0; i < FIELDS; i++) {
                    double wave = Math.sin(2 * Math.PI * step / (CYCLE_STEPS * (i + 1)));
                    row.put(fields.get(i), (float) (wave + 0.1 * random.nextGaussian()));
                }
                row.publish();
            }
            recorder.env(0).end(EpisodeOutcome.success("done"));
        }
    }

    /** The producer's stalls in {@code bench record} at a pace, alone and with a dashboard, in turn. */
    private void recordBeside(Path data, RoundSamples samples) throws IOException, InterruptedException {
        addStalls("alone", record(data), samples);
        try (ServeProcess serve = serve(data)) {
            double before = serve.cpuSeconds();
            long begin = System.nanoTime();
            addStalls("served", record(data), samples);
            double elapsed = (System.nanoTime() - begin) / 1e9;
            samples.add("served_serve_cpu_percent", 100 * (serve.cpuSeconds() - before) / elapsed);
        }
    }

    private PeerFigures record(Path data) throws IOException, InterruptedException {
        return PeerProcess.java(
                List.of(),
                BenchMain.class.getName(),
                List.of(
                        "record",
                        "--num-envs=" + ENVS,
                        "--steps=" + PACE_HZ * seconds,
                        "--pace-hz=" + PACE_HZ,
                        "--rounds=1",
                        "--keep",
                        "--output-dir=" + data));
    }

    private static void addStalls(String company, PeerFigures figures, RoundSamples samples) throws IOException {
        samples.add(company + "_p50_us", figures.number("stall_us", "50"));
        samples.add(company + "_p99.9_us", figures.number("stall_us", "99.9"));
        samples.add(company + "_own_p99.9_us", figures.number("stall_own_us", "99.9"));
    }
}
