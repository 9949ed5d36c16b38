package io.github.roboreel.tools.merge;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recorder.hdf5.IsolatedRunReader;
import io.github.roboreel.recorder.hdf5.RunRecovery;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.EnvFolder;
import io.github.roboreel.tools.EpisodeRecord;
import io.github.roboreel.tools.LogFile;
import io.github.roboreel.tools.RecordingDifference;
import io.github.roboreel.tools.ResultFolder;
import io.github.roboreel.tools.RunComplete;
import io.github.roboreel.tools.RunFile;
import io.github.roboreel.tools.StoredField;
import io.github.roboreel.tools.VideoFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The runs of one env in one folder, as far as others have to fit to them. */
final class EnvRuns {
    private final EnvFolder env;
    private final int nextRun;

    /** The datasets of the first demo, by path. */
    private SortedMap<String, StoredField> fields = new TreeMap<>();

    private final SortedSet<Long> seeds = new TreeSet<>();

    private EnvRuns(EnvFolder env, int nextRun) {
        this.env = env;
        this.nextRun = nextRun;
    }

    /** Lists files and lines, opens none. */
    static EnvRuns of(ResultFolder folder, String env) {
        EnvFolder files = folder.env(env).orElseGet(() -> missing(folder, env));
        List<EpisodeRecord> lines = folder.episodesByEnv().getOrDefault(env, List.of());
        return new EnvRuns(files, nextRun(files, lines));
    }

    private static EnvFolder missing(ResultFolder folder, String env) {
        return folder.envOf(folder.episodesByEnv().get(env).get(0));
    }

    private static int nextRun(EnvFolder env, List<EpisodeRecord> lines) {
        OptionalInt promised =
                env.runComplete().map(RunComplete::numRuns).orElse(OptionalInt.empty());
        Stream<OptionalInt> files =
                Stream.of(
                                env.runs().stream().map(RunFile::run),
                                env.logs().stream().map(LogFile::number).map(OptionalInt::of),
                                env.videos().stream().map(VideoFile::run).map(OptionalInt::of),
                                lines.stream().map(EpisodeRecord::run))
                        .flatMap(runs -> runs);
        int last = files.mapToInt(run -> run.orElse(-1)).max().orElse(-1);
        return Math.max(last + 1, promised.orElse(0));
    }

    EnvFolder env() {
        return env;
    }

    /** The lowest number that no run has, nor any after it. */
    int nextRun() {
        return nextRun;
    }

    SortedMap<String, StoredField> fields() {
        return fields;
    }

    /** Seeds of the episodes. */
    SortedSet<Long> seeds() {
        return seeds;
    }

    /** Which videos there are: {@code viewport}, {@code sensor}, or cameras' names. */
    SortedSet<String> videoKinds() {
        return env.videos().stream()
                .map(v -> v.camera().orElse(v.isViewport() ? "viewport" : "sensor"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    JsonNode config() {
        return env.config();
    }

    /**
     * Opens the run files for schema and seeds.
     *
     * @throws IOException in words that follow the folder's name, when the runs cannot be given
     *     other numbers as they are
     */
    void open() throws IOException {
        if (env.runs().isEmpty()) {
            throw new IOException("has result lines of it but no run files");
        }
        if (env.legacyRun().isPresent()) {
            throw new IOException("has runs in " + RunFile.LEGACY_NAME + ", which have no numbers");
        }
        if (env.logs().stream().anyMatch(log -> log.envId().isEmpty())) {
            throw new IOException("has logs in an older naming, without the env's number");
        }
        requireClosed();
        for (RunFile run : env.runs()) {
            open(run.path());
        }
    }

    private void requireClosed() throws IOException {
        List<String> unsettled =
                RunRecovery.unsettledRuns(env.path()).stream()
                        .map(run -> run.getFileName().toString())
                        .toList();
        if (!unsettled.isEmpty()) {
            throw new IOException(
                    "has runs that were not closed ("
                            + String.join(", ", unsettled)
                            + "), which recover closes");
        }
    }

    private void open(Path file) throws IOException {
        try (IsolatedRunReader run = IsolatedRunReader.open(file)) {
            if (run.isLive()) {
                throw new IOException("has runs that were not closed, which recover closes");
            }
            List<String> demos = run.demoNames();
            if (!demos.isEmpty()) {
                requireSameFields(file, fieldsOf(run.demo(demos.get(0))));
            }
            for (String name : demos) {
                addSeed(run.demo(name).attributes());
            }
        }
    }

    private void requireSameFields(Path file, SortedMap<String, StoredField> others)
            throws IOException {
        if (fields.isEmpty()) {
            fields = others;
        } else if (!RecordingDifference.ofFields(fields, others).isEmpty()) {
            throw new IOException(
                    "has runs that do not fit together, "
                            + file.getFileName()
                            + " has other fields than the first");
        }
    }

    private static SortedMap<String, StoredField> fieldsOf(EpisodeReader demo) throws IOException {
        SortedMap<String, StoredField> found = new TreeMap<>();
        for (String path : demo.paths()) {
            DatasetInfo info = demo.info(path);
            found.put(
                    path,
                    new StoredField(
                            info.dtype().label(), info.rowShape(), info.unit(), info.frame()));
        }
        return found;
    }

    private void addSeed(Map<String, Object> attributes) {
        if (attributes.get("seed") instanceof Long seed && seed >= 0) {
            seeds.add(seed);
        }
    }
}
