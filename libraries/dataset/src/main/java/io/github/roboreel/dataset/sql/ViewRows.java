package io.github.roboreel.dataset.sql;

import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.recorder.EpisodeEvent;
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
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The rows that a folder adds to the views. */
final class ViewRows {
    /** Asked now and then; ends the work by an exception when it is no longer wanted. */
    @FunctionalInterface
    interface Breath {
        void take();
    }

    private final ResultFolder folder;
    private final String name;
    private final List<FileFault> problems;
    private final Breath breath;

    /** @param problems where what cannot be read is added */
    ViewRows(ResultFolder folder, List<FileFault> problems, Breath breath) {
        this.folder = folder;
        this.name = folder.path().toString();
        this.problems = problems;
        this.breath = breath;
    }

    /**
     * Writes all rows of a view.
     *
     * @param readsSeeds whether those of episodes have what run files alone say
     */
    void write(View view, boolean readsSeeds, RowWriter out) throws SQLException {
        switch (view) {
            case RUNS -> new RunRows(folder, problems, breath).write(out);
            case ELEMENTS -> new ElementRows(folder, problems, breath).write(out);
            case EPISODES -> writeEpisodes(readsSeeds ? storedSeeds() : Map.of(), out);
            case EVENTS -> writeEvents(out);
            case METRICS -> writeMetrics(out);
            case SUBTASKS -> writeSubtasks(out);
        }
    }

    private Map<DemoLocation, Long> storedSeeds() {
        Map<DemoLocation, Long> seeds = new HashMap<>();
        for (EnvFolder env : folder.envs()) {
            for (RunFile run : env.runs()) {
                breath.take();
                new StoredDemos(env, problems).visit(run, demo -> {
                    if (demo.reader().attributes().get(AttributeNames.SEED) instanceof Long seed && seed >= 0) {
                        seeds.put(new DemoLocation(run.path(), demo.reader().name()), seed);
                    }
                });
            }
        }
        return seeds;
    }

    private void writeEpisodes(Map<DemoLocation, Long> seeds, RowWriter out) throws SQLException {
        for (EpisodeRecord episode : folder.episodes()) {
            breath.take();
            Optional<DemoLocation> demo = folder.envOf(episode).demoOf(episode);
            ResultLine line = episode.fields();
            out.row(
                    name,
                    episode.envName(),
                    episode.run(),
                    episode.envId(),
                    episode.episode(),
                    demo.map(DemoLocation::demo),
                    demo.map(DemoLocation::file).map(Path::toString),
                    episode.line(),
                    episode.taskName(),
                    line.runName(),
                    line.simEnvId(),
                    episode.policy(),
                    episode.instruction(),
                    episode.instructionType(),
                    episode.attributes(),
                    episode.success(),
                    episode.status(),
                    episode.score(),
                    episode.reason(),
                    episode.episodeStep(),
                    folder.dtSeconds(episode),
                    folder.durationSeconds(episode),
                    whole(episode.other(AttributeNames.SEED)).or(() -> demo.map(seeds::get)),
                    episode.eventCounts(),
                    json(episode.episodeAttributes()),
                    json(line.timing()),
                    line.saturatedValues(),
                    line.droppedVideoFrames(),
                    episode.failedSinks());
        }
    }

    private static Optional<Long> whole(Object value) {
        return value instanceof Integer || value instanceof Long
                ? Optional.of(((Number) value).longValue())
                : Optional.empty();
    }

    private static String json(Map<String, Object> values) {
        return values == null || values.isEmpty() ? null : FormatJson.text(values);
    }

    private void writeMetrics(RowWriter out) throws SQLException {
        for (EpisodeRecord episode : folder.episodes()) {
            breath.take();
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
            breath.take();
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

    private void writeSubtasks(RowWriter out) throws SQLException {
        for (EnvFolder env : folder.envs()) {
            for (RunFile run : env.runs()) {
                breath.take();
                for (TimeLine line : TimeLines.of(env, run, problems)) {
                    writeSubtasks(line, out);
                }
            }
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
}
