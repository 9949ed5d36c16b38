package io.github.roboreel.tools.merge;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EnvFolder.VideoFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.RunFileReaders;
import io.github.roboreel.recordings.folder.StoredField;
import io.github.roboreel.tools.RecordingDifference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The runs of one env in one folder, as far as others have to fit to them. */
final class EnvRuns {
    private static final Pattern DEMO = Pattern.compile("demo_(\\d{1,9})");

    private final EnvFolder env;
    private final List<EpisodeRecord> lines;
    private final long nextRun;

    /** The datasets of the first demo, by path. */
    private SortedMap<String, StoredField> fields = new TreeMap<>();

    private final SortedSet<Long> seeds = new TreeSet<>();
    private final RunVideos videos = new RunVideos();

    private EnvRuns(EnvFolder env, List<EpisodeRecord> lines) {
        this.env = env;
        this.lines = lines;
        this.nextRun = nextRun(env, lines);
    }

    /** Lists files and lines, opens none. */
    static EnvRuns of(ResultFolder folder, String env) {
        EnvFolder files = folder.env(env).orElseGet(() -> missing(folder, env));
        List<EpisodeRecord> lines = folder.episodesByEnv().getOrDefault(env, List.of());
        return new EnvRuns(files, lines);
    }

    private static EnvFolder missing(ResultFolder folder, String env) {
        return folder.envOf(folder.episodesByEnv().get(env).get(0));
    }

    private static long nextRun(EnvFolder env, List<EpisodeRecord> lines) {
        int promised = env.runComplete().map(RunComplete::numRuns).orElse(0);
        int last = env.runNumbers(lines).max().orElse(-1);
        return Math.max(last + 1L, promised);
    }

    EnvFolder env() {
        return env;
    }

    /** The lowest number that no run has, nor any after it. */
    long nextRun() {
        return nextRun;
    }

    /** The highest number of an episode in the result lines; -1 without one. */
    int lastEpisode() {
        return lines.stream()
                .flatMapToInt(line -> line.episode().stream())
                .max()
                .orElse(-1);
    }

    SortedMap<String, StoredField> fields() {
        return fields;
    }

    /** Seeds of the episodes. */
    SortedSet<Long> seeds() {
        return seeds;
    }

    /** The videos of the runs, which are open. */
    List<VideoFile> videos(int demosPerRun) {
        return env.videos().stream()
                .filter(v -> videos.contains(v, demosPerRun))
                .toList();
    }

    /** Which videos there are: {@code viewport}, {@code sensor}, or cameras' names. */
    SortedSet<String> videoKinds(int demosPerRun) {
        return videos(demosPerRun).stream()
                .map(v -> v.camera().orElse(v.isViewport() ? "viewport" : "sensor"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    JsonNode config() {
        return env.config();
    }

    /**
     * Opens the run files for schema and seeds.
     *
     * @throws IOException in words that follow the folder's name, when the runs cannot be given other numbers as they
     *     are
     */
    void open() throws IOException {
        if (env.runs().isEmpty()) {
            throw new IOException("has result lines of it but no run files");
        }
        if (env.legacyRun().isPresent()) {
            throw new IOException("has runs in " + RunFolder.LEGACY_RUN_FILE + ", which have no numbers");
        }
        if (env.logs().stream().anyMatch(log -> log.envId().isEmpty())) {
            throw new IOException("has logs in an older naming, without the env's number");
        }
        requireClosed();
        env.runNumbers(lines).forEach(videos::addRun);
        for (RunFile run : env.runs()) {
            open(run.path(), run.run().orElseThrow());
        }
    }

    private void requireClosed() throws IOException {
        List<String> unsettled = RunRecovery.unsettledRuns(env.path()).stream()
                .map(run -> run.getFileName().toString())
                .toList();
        if (!unsettled.isEmpty()) {
            throw new IOException(
                    "has runs that were not closed (" + String.join(", ", unsettled) + "), which recover closes");
        }
    }

    private void open(Path file, int runNumber) throws IOException {
        try (RunReader run = RunFileReaders.open(file)) {
            if (run.isLive()) {
                throw new IOException("has runs that were not closed, which recover closes");
            }
            List<String> demos = run.demoNames();
            if (!demos.isEmpty()) {
                requireSameFields(file, fieldsOf(run.demo(demos.get(0))));
            }
            boolean isOurs = run.attributes().containsKey(AttributeNames.FORMAT_VERSION);
            for (String name : demos) {
                Map<String, Object> attributes = run.demo(name).attributes();
                if (!DemoHeader.isUnused(attributes)) {
                    addSeed(attributes);
                }
                if (isOurs) {
                    addInstruction(runNumber, name, attributes);
                }
            }
        }
    }

    private void requireSameFields(Path file, SortedMap<String, StoredField> others) throws IOException {
        if (fields.isEmpty()) {
            fields = others;
        } else if (!RecordingDifference.ofFields(fields, others).isEmpty()) {
            throw new IOException(
                    "has runs that do not fit together, " + file.getFileName() + " has other fields than the first");
        }
    }

    private static SortedMap<String, StoredField> fieldsOf(EpisodeReader demo) throws IOException {
        SortedMap<String, StoredField> found = new TreeMap<>();
        for (String path : demo.paths()) {
            DatasetInfo info = demo.info(path);
            found.put(path, new StoredField(info.dtype().label(), info.rowShape(), info.unit(), info.frame()));
        }
        return found;
    }

    private void addInstruction(int run, String demo, Map<String, Object> attributes) {
        Matcher name = DEMO.matcher(demo);
        if (name.matches() && attributes.get(AttributeNames.INSTRUCTION) instanceof String instruction) {
            videos.addEpisode(run, Integer.parseInt(name.group(1)), instruction);
        }
    }

    private void addSeed(Map<String, Object> attributes) {
        if (attributes.get(AttributeNames.SEED) instanceof Long seed && seed >= 0) {
            seeds.add(seed);
        }
    }

    /**
     * Distinguishes the videos of an env's runs from other {@code .mp4} files, by the rule their names follow: the
     * number of a run that is there, that of one of its demos unless it has only one, and before these what the rule
     * makes of the episode's instruction. Where a run file is another recorder's, the numbers decide.
     */
    static final class RunVideos {
        private final Set<Integer> runs = new HashSet<>();
        private final Map<Episode, String> instructions = new HashMap<>();

        private record Episode(int run, int env) {}

        void addRun(int run) {
            runs.add(run);
        }

        /** An episode that RoboReel recorded. */
        void addEpisode(int run, int env, String instruction) {
            instructions.put(new Episode(run, env), instruction);
        }

        boolean contains(VideoFile video, int demosPerRun) {
            int env = video.envId().orElse(0);
            boolean areNumbersRight =
                    runs.contains(video.run()) && video.envId().isPresent() == (demosPerRun > 1) && env < demosPerRun;
            String instruction = instructions.get(new Episode(video.run(), env));
            return areNumbersRight
                    && (instruction == null
                            || video.camera().isEmpty() && VideoNames.isStemOf(instruction, video.stem()));
        }
    }
}
