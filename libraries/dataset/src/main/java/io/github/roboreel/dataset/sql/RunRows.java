package io.github.roboreel.dataset.sql;

import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rows of {@link View#RUNS}. */
final class RunRows {
    private final ResultFolder folder;
    private final List<FileFault> problems;
    private final ViewRows.Breath breath;

    RunRows(ResultFolder folder, List<FileFault> problems, ViewRows.Breath breath) {
        this.folder = folder;
        this.problems = problems;
        this.breath = breath;
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

    void write(RowWriter out) throws SQLException {
        Map<String, List<EpisodeRecord>> lines = folder.episodesByEnv();
        TreeSet<String> names = new TreeSet<>(lines.keySet());
        folder.envs().forEach(env -> names.add(env.name()));
        for (String name : names) {
            write(folder.envOrMissing(name), name, lines.getOrDefault(name, List.of()), out);
        }
    }

    private void write(EnvFolder env, String name, List<EpisodeRecord> lines, RowWriter out) throws SQLException {
        Map<Integer, Tally> tallies = new TreeMap<>();
        env.runs().forEach(run -> run.run().ifPresent(number -> tallies.put(number, new Tally())));
        Tally legacy = new Tally();
        for (EpisodeRecord line : lines) {
            boolean isOfRun = env.legacyRun().isEmpty() && line.run().isPresent()
                    || line.run().isPresent() && tallies.containsKey(line.run().getAsInt());
            (isOfRun ? tallies.computeIfAbsent(line.run().getAsInt(), run -> new Tally()) : legacy).add(line);
        }
        for (Map.Entry<Integer, Tally> run : tallies.entrySet()) {
            write(env, name, OptionalInt.of(run.getKey()), env.run(run.getKey()), run.getValue(), out);
        }
        if (env.legacyRun().isPresent() || legacy.episodes > 0) {
            write(env, name, OptionalInt.empty(), env.legacyRun(), legacy, out);
        }
    }

    private void write(
            EnvFolder env, String name, OptionalInt number, Optional<RunFile> run, Tally tally, RowWriter out)
            throws SQLException {
        breath.take();
        Contents contents = new Contents();
        run.ifPresent(file -> new StoredDemos(env, problems).visit(file, contents::add));
        Optional<BasicFileAttributes> facts = run.map(RunFile::path).flatMap(this::facts);
        out.row(
                folder.path().toString(),
                name,
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
}
