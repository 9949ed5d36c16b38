package io.github.roboreel.dataset.sql;

import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.events.TimeLine;
import io.github.roboreel.recordings.events.TimeLines;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StoredDemo;
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The rows that a folder adds to the views. */
final class ViewRows {
    private final ResultFolder folder;
    private final String name;
    private final List<FileFault> problems;
    private final Runnable interruptCheck;

    /**
     * @param problems where what cannot be read is added
     * @param interruptCheck asked now and then; throws when the work is no longer wanted
     */
    ViewRows(ResultFolder folder, List<FileFault> problems, Runnable interruptCheck) {
        this.folder = folder;
        this.name = folder.path().toString();
        this.problems = problems;
        this.interruptCheck = interruptCheck;
    }

    /**
     * Writes all rows of a view.
     *
     * @param readsSeeds whether those of episodes have what run files alone say
     */
    void write(View view, boolean readsSeeds, RowWriter out) throws SQLException {
        switch (view) {
            case RUNS -> writeRuns(out);
            case ELEMENTS -> eachRun((env, run) -> writeElements(env, run, out));
            case EPISODES -> writeEpisodes(readsSeeds ? storedSeeds() : Map.of(), out);
            case EVENTS -> writeEvents(out);
            case METRICS -> writeMetrics(out);
            case SUBTASKS ->
                eachRun((env, run) -> {
                    for (TimeLine line : TimeLines.of(env, run, problems)) {
                        writeSubtasks(line, out);
                    }
                });
        }
    }

    /** Takes a run. */
    @FunctionalInterface
    private interface RunVisitor {
        void run(EnvFolder env, RunFile run) throws SQLException;
    }

    private void eachRun(RunVisitor visitor) throws SQLException {
        for (EnvFolder env : folder.envs()) {
            for (RunFile run : env.runs()) {
                interruptCheck.run();
                visitor.run(env, run);
            }
        }
    }

    private Map<DemoLocation, Long> storedSeeds() throws SQLException {
        Map<DemoLocation, Long> seeds = new HashMap<>();
        eachRun((env, run) -> new StoredDemos(env, problems).visit(run, demo -> {
            if (demo.reader().attributes().get(AttributeNames.SEED) instanceof Long seed && seed >= 0) {
                seeds.put(new DemoLocation(run.path(), demo.reader().name()), seed);
            }
        }));
        return seeds;
    }

    private void writeEpisodes(Map<DemoLocation, Long> seeds, RowWriter out) throws SQLException {
        for (EpisodeRecord episode : folder.episodes()) {
            interruptCheck.run();
            Optional<DemoLocation> demo = folder.envOf(episode).demoOf(episode);
            EpisodeViewColumn.Row row = new EpisodeViewColumn.Row(folder, episode, demo, demo.map(seeds::get));
            out.row(EpisodeViewColumn.ALL.stream()
                    .map(column -> column.value().apply(row))
                    .toArray());
        }
    }

    private void writeMetrics(RowWriter out) throws SQLException {
        for (EpisodeRecord episode : folder.episodes()) {
            interruptCheck.run();
            for (String metric : episode.metricNames()) {
                OptionalDouble value = folder.metric(episode, metric);
                if (value.isPresent()) {
                    out.row(name, episode.envName(), episode.run(), episode.envId(), episode.episode(), metric, value);
                }
            }
        }
    }

    private void writeEvents(RowWriter out) throws SQLException {
        for (EpisodeRecord episode : folder.episodes()) {
            interruptCheck.run();
            Optional<LogFile> log = folder.envOf(episode).logOf(episode);
            if (log.isPresent()) {
                writeEvents(episode, log.get().path(), out);
            }
        }
    }

    private void writeEvents(EpisodeRecord episode, Path file, RowWriter out) throws SQLException {
        EventLog log;
        try {
            log = EventLog.read(file);
        } catch (IOException e) {
            problems.add(FileFault.leftOut(file, "cannot be read (" + e.getMessage() + ")", "take it from a backup"));
            return;
        }
        problems.addAll(log.problems());
        OptionalDouble dt = log.dtSeconds().isPresent() ? log.dtSeconds() : folder.dtSeconds(episode);
        for (EpisodeEvent event : log.events()) {
            out.row(
                    name,
                    episode.envName(),
                    episode.run(),
                    episode.envId(),
                    episode.episode(),
                    event.step(),
                    dt.isPresent() ? OptionalDouble.of(event.step() * dt.getAsDouble()) : dt,
                    event.code(),
                    event.name(),
                    event.info(),
                    event.score());
        }
    }

    private void writeSubtasks(TimeLine line, RowWriter out) throws SQLException {
        for (TimeLine.Entry entry : line.entries()) {
            if (entry.source() == TimeLine.Source.SUBTASK) {
                out.row(
                        name,
                        line.envName(),
                        line.run(),
                        line.envId(),
                        OptionalInt.of(line.episode()),
                        entry.step(),
                        entry.row(),
                        entry.timeSeconds(),
                        entry.code(),
                        entry.name(),
                        entry.completed(),
                        entry.score());
            }
        }
    }

    /** What the result lines of a run come to. */
    private static final class Tally {
        private int episodes;
        private int successes;
        private long steps;

        void add(EpisodeRecord line) {
            episodes++;
            successes += line.isSuccess() ? 1 : 0;
            steps += line.episodeStep().orElse(0);
        }
    }

    /** What a file says. */
    private static final class Contents {
        private int demos;
        private Boolean isLive;
        private String version;

        void add(StoredDemo demo) {
            demos++;
            isLive = demo.isLive();
            version = demo.runAttributes().get(AttributeNames.RECORDER_VERSION) instanceof String text ? text : null;
        }
    }

    private void writeRuns(RowWriter out) throws SQLException {
        Map<String, List<EpisodeRecord>> lines = folder.episodesByEnv();
        TreeSet<String> envs = new TreeSet<>(lines.keySet());
        folder.envs().forEach(env -> envs.add(env.name()));
        for (String env : envs) {
            writeRuns(folder.envOrMissing(env), env, lines.getOrDefault(env, List.of()), out);
        }
    }

    private void writeRuns(EnvFolder env, String envName, List<EpisodeRecord> lines, RowWriter out)
            throws SQLException {
        Map<Integer, Tally> tallies = new TreeMap<>();
        env.runs().forEach(run -> run.run().ifPresent(number -> tallies.put(number, new Tally())));
        Tally legacy = new Tally();
        for (EpisodeRecord line : lines) {
            boolean isOfRun = env.legacyRun().isEmpty() && line.run().isPresent()
                    || line.run().isPresent() && tallies.containsKey(line.run().getAsInt());
            (isOfRun ? tallies.computeIfAbsent(line.run().getAsInt(), run -> new Tally()) : legacy).add(line);
        }
        for (Map.Entry<Integer, Tally> run : tallies.entrySet()) {
            writeRun(env, envName, OptionalInt.of(run.getKey()), env.run(run.getKey()), run.getValue(), out);
        }
        if (env.legacyRun().isPresent() || legacy.episodes > 0) {
            writeRun(env, envName, OptionalInt.empty(), env.legacyRun(), legacy, out);
        }
    }

    private void writeRun(
            EnvFolder env, String envName, OptionalInt number, Optional<RunFile> run, Tally tally, RowWriter out)
            throws SQLException {
        interruptCheck.run();
        Contents contents = new Contents();
        run.ifPresent(file -> new StoredDemos(env, problems).visit(file, contents::add));
        Optional<BasicFileAttributes> facts = run.map(RunFile::path).flatMap(this::facts);
        out.row(
                name,
                envName,
                number,
                run.map(RunFile::path).map(Path::toString),
                facts.map(BasicFileAttributes::size),
                facts.map(f -> LocalDateTime.ofInstant(f.lastModifiedTime().toInstant(), ZoneOffset.UTC)),
                contents.version,
                contents.isLive,
                env.runComplete().isPresent(),
                contents.demos,
                tally.episodes,
                tally.successes,
                tally.steps);
    }

    private Optional<BasicFileAttributes> facts(Path file) {
        try {
            return Optional.of(Files.readAttributes(file, BasicFileAttributes.class));
        } catch (IOException e) {
            problems.add(FileFault.leftOut(file, "cannot be looked at (" + e + ")", "check its permissions"));
            return Optional.empty();
        }
    }

    /** All demos of a file share what it says; a part of it that does not fit its array is not taken. */
    private void writeElements(EnvFolder env, RunFile run, RowWriter out) throws SQLException {
        List<Map<String, FieldSignal>> first = new ArrayList<>();
        new StoredDemos(env, problems).visit(run, demo -> {
            if (first.isEmpty()) {
                first.add(said(demo.reader()));
            }
        });
        for (Map<String, FieldSignal> said : first) {
            writeElements(env, run, said, out);
        }
    }

    private static Map<String, FieldSignal> said(EpisodeReader demo) throws IOException {
        Map<String, FieldSignal> said = new TreeMap<>();
        for (String path : demo.paths()) {
            said.put(path, demo.info(path).signal());
        }
        return said;
    }

    private void writeElements(EnvFolder env, RunFile run, Map<String, FieldSignal> said, RowWriter out)
            throws SQLException {
        for (Map.Entry<String, FieldSignal> field : said.entrySet()) {
            FieldSignal signal = field.getValue();
            int elements = elements(signal);
            for (int element = 0; element < elements; element++) {
                out.row(
                        name,
                        env.name(),
                        run.run(),
                        field.getKey(),
                        elements == 1 ? null : element + 1,
                        at(signal.names(), element),
                        at(signal.units(), element),
                        finite(signal.low(element)),
                        finite(signal.high(element)),
                        signal.numValues().isEmpty() ? null : signal.numValues(element));
            }
        }
    }

    /** 1 where all elements are described alike. */
    private static int elements(FieldSignal signal) {
        return Stream.of(signal.names(), signal.units(), signal.low(), signal.high(), signal.numValues())
                .mapToInt(List::size)
                .max()
                .orElse(0);
    }

    private static String at(List<String> texts, int element) {
        return element < texts.size() ? texts.get(element) : null;
    }

    private static Double finite(double bound) {
        return Double.isFinite(bound) ? bound : null;
    }
}
