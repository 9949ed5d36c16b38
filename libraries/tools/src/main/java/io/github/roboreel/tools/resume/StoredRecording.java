package io.github.roboreel.tools.resume;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StoredField;
import io.github.roboreel.tools.check.RunAudits;
import io.github.roboreel.tools.check.RunAudits.AuditedRun;
import io.github.roboreel.tools.resume.SideFiles.VideoMode;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Description of the recording in an env folder by itself: first its configuration, then {@code run_complete.json}, the
 * attributes of its run files and its result lines.
 */
final class StoredRecording {
    /** What is said of a number that a recording has none of. */
    static final String NONE = "none";

    private static final String VERSION = AttributeNames.FORMAT_VERSION;

    private final EnvFolder env;
    private final List<EpisodeRecord> lines;
    private final TreeMap<Integer, AuditedRun> heads = new TreeMap<>();
    private final Set<JsonNode> configs = new LinkedHashSet<>();
    private boolean isForeign;

    private StoredRecording(EnvFolder env, List<EpisodeRecord> lines) {
        this.env = env;
        this.lines = lines;
        configs.add(env.config());
    }

    /**
     * Looks into the head of every run file.
     *
     * @throws NewerFormatException when a newer RoboReel wrote one
     */
    static StoredRecording read(ResultFolder folder, EnvFolder env, RunAudits audits) throws IOException {
        StoredRecording stored = new StoredRecording(env, folder.episodesByEnv().getOrDefault(env.name(), List.of()));
        for (RunFile file : env.runs()) {
            stored.add(file, audits.head(file));
        }
        return stored;
    }

    private void add(RunFile file, AuditedRun head) throws NewerFormatException {
        NewerFormatException.requireKnown(file.path(), head.attributes().get(VERSION), RunSpec.FORMAT_VERSION);
        // A file that cannot be read is no other recorder's for sure: ours may have died with it.
        boolean isOurs = !head.hasAttributes() || head.attributes().containsKey(VERSION);
        isForeign |= file.isLegacy() || !isOurs;
        file.run().ifPresent(run -> heads.put(run, head));
        configs.add(FormatJson.readOrMissing(head.attributes().get(AttributeNames.CONFIG)));
    }

    /** The configurations of the env folder and of its runs, each once. */
    List<JsonNode> configs() {
        return configs.stream().filter(JsonNode::isObject).toList();
    }

    /** The fields of its runs, by run; of one that cannot be read none. */
    SortedMap<Integer, SortedMap<String, StoredField>> fields() {
        SortedMap<Integer, SortedMap<String, StoredField>> fields = new TreeMap<>();
        heads.forEach((run, head) -> fields.put(run, head.fields()));
        fields.values().removeIf(SortedMap::isEmpty);
        return fields;
    }

    /** Whether another recorder wrote a run file. */
    boolean isForeign() {
        return isForeign;
    }

    Optional<String> numEnvs() {
        OptionalInt configured = env.settings().envs();
        return Stream.of(
                        configured.isPresent()
                                ? Optional.of(configured.getAsInt()).map(String::valueOf)
                                : Optional.<String>empty(),
                        promised(RunComplete::numEnvs),
                        attribute(AttributeNames.NUM_ENVS).map(String::valueOf))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** {@link #NONE} where each env has one episode a run. */
    Optional<String> episodesPerFile() {
        Optional<String> found = configured(EnvConfig::episodesPerFile)
                .map(String::valueOf)
                .or(() -> promised(RunComplete::episodesPerFile))
                .or(() -> attribute(AttributeNames.EPISODES_PER_FILE).map(String::valueOf));
        return found.isPresent() || configs().isEmpty() && heads.isEmpty() ? found : Optional.of(NONE);
    }

    Optional<String> seed() {
        return configured(EnvConfig::seed)
                .map(String::valueOf)
                .or(() -> promised(RunComplete::seed))
                .or(this::seedOfDemos);
    }

    Optional<String> instructionType() {
        return configured(EnvConfig::instructionType)
                .or(() -> env.runComplete().map(RunComplete::instructionType))
                .or(() -> lines.stream()
                        .map(EpisodeRecord::instructionType)
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    /** All that the result lines name, else all that the demos name. */
    SortedSet<String> policies() {
        SortedSet<String> policies = new TreeSet<>();
        lines.forEach(line -> line.policy().ifPresent(policies::add));
        if (policies.isEmpty()) {
            demos().map(demo -> demo.get(AttributeNames.POLICY))
                    .filter(String.class::isInstance)
                    .forEach(policy -> policies.add((String) policy));
        }
        return policies;
    }

    private Stream<Map<String, Object>> demos() {
        return heads.values().stream().flatMap(head -> head.demos().values().stream());
    }

    /** As promised; without a promise as the videos of ended runs show. */
    Optional<String> videoMode() {
        return env.runComplete()
                .map(RunComplete::videoMode)
                .or(() -> heads.keySet().stream().anyMatch(this::lostNothing) ? seen() : none());
    }

    private static Optional<String> none() {
        return Optional.empty();
    }

    private Optional<String> seen() {
        List<Boolean> viewports = env.videos().stream()
                .filter(video -> lostNothing(video.run()))
                .map(video -> video.isViewport())
                .toList();
        return Optional.of(VideoMode.of(viewports.contains(false), viewports.contains(true)));
    }

    private boolean lostNothing(int run) {
        return hasEnded(run)
                && lines.stream()
                        .filter(line -> line.run().equals(OptionalInt.of(run)))
                        .map(line -> line.fields().failedSinks())
                        .allMatch(sinks -> sinks == null || sinks.isEmpty());
    }

    /**
     * Whether all episodes of a run that are in its file were judged; of one that was uploaded and removed all that
     * have lines.
     */
    boolean hasEnded(int run) {
        if (env.isRemoved(run)) {
            return lines.stream()
                    .filter(line -> line.run().equals(OptionalInt.of(run)))
                    .allMatch(line -> line.success().isPresent());
        }
        AuditedRun head = heads.get(run);
        return head != null
                && !head.demos().isEmpty()
                && head.demos().values().stream().allMatch(StoredRecording::isJudged);
    }

    /** Whether an episode was judged, as its demo says. */
    boolean isJudged(int run, int demo) {
        AuditedRun head = heads.get(run);
        return head != null && isJudged(head.demos().getOrDefault(demo, Map.of()));
    }

    /** The lowest number that no run has, nor any after it. */
    int nextRun() {
        return env.runNumbers(lines).max().orElse(-1) + 1;
    }

    /**
     * Result lines in the order of their episodes, each once, of those that were judged and are, or were, in a run
     * file.
     */
    List<EpisodeRecord> judgedEpisodes() {
        TreeMap<Integer, EpisodeRecord> judged = new TreeMap<>();
        lines.stream()
                .filter(line -> line.success().isPresent()
                        && line.hasOwnPlace()
                        && line.episode().isPresent())
                .filter(line -> isStored(line.run().getAsInt(), line.envId().getAsInt()))
                .forEach(line -> judged.put(line.episode().getAsInt(), line));
        return List.copyOf(judged.values());
    }

    /** Its line says that it was judged; of a run that was removed nothing else is there. */
    private boolean isStored(int run, int demo) {
        return env.isRemoved(run) || isJudged(run, demo);
    }

    static boolean isJudged(Map<String, Object> demo) {
        return EpisodeStatus.of(String.valueOf(demo.get(AttributeNames.STATUS)))
                .filter(EpisodeStatus::isJudged)
                .isPresent();
    }

    /** How many runs were promised. */
    int promisedRuns() {
        return env.runComplete().map(RunComplete::numRuns).orElse(0);
    }

    private Optional<String> promised(Function<RunComplete, Object> what) {
        return env.runComplete().map(what).map(String::valueOf);
    }

    private <T> Optional<T> configured(Function<EnvConfig, T> field) {
        return configs().stream()
                .map(config -> LenientJson.bind(config, EnvConfig.class))
                .map(field)
                .filter(Objects::nonNull)
                .findFirst();
    }

    private Optional<Object> attribute(String name) {
        return heads.values().stream()
                .map(head -> head.attributes().get(name))
                .filter(Long.class::isInstance)
                .findFirst();
    }

    private Optional<String> seedOfDemos() {
        for (Map.Entry<Integer, AuditedRun> run : heads.entrySet()) {
            for (Map.Entry<Integer, Map<String, Object>> demo :
                    run.getValue().demos().entrySet()) {
                if (demo.getValue().get("seed") instanceof Long seed) {
                    long demos = RunHeader.demosPerRun(run.getValue().attributes())
                            .orElse(env.demosPerRun().orElse(1));
                    long episode = run.getKey() * demos + demo.getKey();
                    return Optional.of(String.valueOf(seed - episode));
                }
            }
        }
        return Optional.empty();
    }
}
