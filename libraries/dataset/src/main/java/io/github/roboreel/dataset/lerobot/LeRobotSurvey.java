package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.ShardSurvey;
import io.github.roboreel.dataset.SurveyState;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A first look at episodes, without their rows: what all must have in common in a LeRobot dataset. Its size does not
 * depend on their number.
 */
final class LeRobotSurvey implements ShardSurvey {
    private static final double TOLERANCE = 1e-6;
    /** What the library's reader allows between a row's time and its frame's, s. */
    private static final double TIME_TOLERANCE_SECONDS = 1e-4;

    /** Not of what was found. */
    private transient LeRobotOptions options;

    private List<String> changes = List.of();
    private final LinkedHashSet<String> tasks = new LinkedHashSet<>();

    /** Texts that could be the tasks, but are features of some episodes. */
    private final LinkedHashSet<String> featureTexts = new LinkedHashSet<>();

    private final LinkedHashSet<String> metrics = new LinkedHashSet<>();
    private final LinkedHashSet<String> robots = new LinkedHashSet<>();

    /** What the datasets that were imported agree in; null before the first episode. */
    private LeRobotOrigin origin;

    /** The first difference of them, a sentence; empty without. */
    private String difference = "";

    /** The configuration whose robot was noted last, which most episodes share. */
    private transient String config = "";

    /** Configuration and instruction that words were looked for in last, which many episodes share. */
    private transient List<String> wordSources = List.of();

    private transient SubtaskWords words = new SubtaskWords(List.of(), List.of());

    /** What the words of an episode take at most; 0 where none has any. */
    private int wordBytes;

    private final OwnVideos videos = new OwnVideos();
    private final DatasetSurvey.Collector arrays = new DatasetSurvey.Collector();

    /** Steps per second; 0 without episodes. */
    private int fps;

    /** Where the first episode is. */
    private String first = "";

    private long mostSteps;

    /** Where the first of the longest episodes is. */
    private String longest = "";

    private LeRobotSurvey() {}

    /**
     * Of no episodes yet.
     *
     * @param changes what was done to the episodes, a sentence each
     */
    LeRobotSurvey(LeRobotOptions options, List<String> changes) {
        this.options = options;
        this.changes = List.copyOf(changes);
    }

    /**
     * Goes through all episodes.
     *
     * @throws ExportRefusedException when there is none, or they have not in common what a dataset needs
     */
    static LeRobotSurvey of(EpisodeSource source, LeRobotOptions options) throws IOException {
        LeRobotSurvey survey = new LeRobotSurvey(options, source.notes());
        source.look(survey::add);
        return survey;
    }

    /** One that {@link #json} gave. */
    static LeRobotSurvey of(JsonNode json, LeRobotOptions options) {
        LeRobotSurvey read = SurveyState.read(json, LeRobotSurvey.class);
        read.options = options;
        return read;
    }

    @Override
    public JsonNode json() {
        return SurveyState.of(this);
    }

    @Override
    public long add(EpisodeFacts facts, EpisodeReader recorded) throws IOException {
        EpisodeReader episode = JoinedSource.joined(facts, recorded);
        arrays.add(facts, episode);
        requireRegular(facts, episode);
        takeRate(rate(facts), facts.where());
        takeLength(episode.numSamples(), facts.where());
        tasks.addAll(StepTasks.of(facts, episode));
        featureTexts.addAll(StepTasks.features(facts, episode));
        if (options.hasLanguage()) {
            addWords(facts, episode);
        }
        metrics.addAll(facts.metrics().keySet());
        addRobot(facts);
        if (readsVideos(episode)) {
            videos.add(facts, episode.numSamples(), fps);
        } else {
            videos.addNames(facts);
        }
        return tableBytes(episode);
    }

    /** Only where there are no stored frames, which would become videos. */
    @Override
    public boolean readsVideos(EpisodeReader episode) throws IOException {
        if (options.images() != Images.VIDEO) {
            return false;
        }
        for (String path : episode.paths()) {
            if (DemoPaths.isIn(DemoPaths.OBS, path)
                    && FieldInfo.of(path, episode.info(path)).isImage()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void add(ShardSurvey others) {
        LeRobotSurvey later = (LeRobotSurvey) others;
        if (later.fps == 0) {
            return;
        }
        arrays.add(later.arrays);
        takeRate(later.fps, later.first);
        takeLength(later.mostSteps, later.longest);
        tasks.addAll(later.tasks);
        featureTexts.addAll(later.featureTexts);
        wordBytes = Math.max(wordBytes, later.wordBytes);
        metrics.addAll(later.metrics);
        robots.addAll(later.robots);
        addOrigin(later.origin, later.first);
        difference = difference.isEmpty() ? later.difference : difference;
        videos.add(later.videos);
    }

    /** As an import from LeRobot keeps it, or as the simulator describes its robot. */
    private void addRobot(EpisodeFacts facts) {
        String newConfig = facts.environmentConfig();
        if (origin == null || !newConfig.equals(config)) {
            config = newConfig;
            JsonNode json = FormatJson.readOrMissing(newConfig);
            addOrigin(LeRobotOrigin.in(json), facts.where());
            Stream.of(LeRobotEpisode.ROBOT, "/robot_description/name")
                    .map(place -> json.at(place).textValue())
                    .filter(robot -> robot != null && !robot.isBlank())
                    .findFirst()
                    .ifPresent(robots::add);
        }
    }

    private void addOrigin(LeRobotOrigin own, String where) {
        if (origin != null && !origin.equals(own)) {
            difference = difference.isEmpty() ? difference(origin, own, where) : difference;
        }
        origin = origin == null ? own : origin.agreed(own);
    }

    private String difference(LeRobotOrigin known, LeRobotOrigin own, String where) {
        if (known.isThere() != own.isThere()) {
            return Sentence.of(
                    "Features are not described as a dataset did: of %s and %s only one was imported from LeRobot",
                    first, where);
        }
        return known.difference(own)
                .map(feature -> Sentence.of(
                        "%s and %s were imported from datasets that describe features differently; what both say is kept."
                                + " The first one: %s",
                        first, where, feature))
                .orElse("");
    }

    private void addWords(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        List<String> sources = List.of(facts.environmentConfig(), facts.instruction());
        if (!sources.equals(wordSources)) {
            wordSources = sources;
            words = SubtaskWords.of(facts);
        }
        if (!words.isEmpty()) {
            wordBytes = Math.max(wordBytes, FormatJson.utf8(words.persistent(episode, fps)).length);
        }
    }

    private void takeRate(int rate, String where) {
        if (fps == 0) {
            fps = rate;
            first = where;
        } else if (rate != fps) {
            throw new ExportRefusedException(
                    "%s has %d steps per second, %s has %d, and a LeRobot dataset has one rate; export them apart",
                    where, rate, first, fps);
        }
    }

    private void takeLength(long steps, String where) {
        if (steps > mostSteps) {
            mostSteps = steps;
            longest = where;
        }
    }

    /** What becomes of an episode in the tables: its rows, uncompressed but for pictures, and their statistics. */
    private long tableBytes(EpisodeReader episode) throws IOException {
        long bytes = 0;
        for (String path : episode.paths()) {
            DatasetInfo info = episode.info(path);
            FieldInfo field = FieldInfo.of(path, info);
            if (!isPerStep(path)) {
                continue;
            }
            if (field.dtype().isText()) {
                bytes += info.rawBytes();
            } else if (!field.isImage() && !field.isDepth()) {
                bytes += info.rawBytes() + (long) field.rowElements() * FeatureStatistics.bytes(field.rowElements());
            } else if (options.images() == Images.PNG || field.isDepth() && options.images() != Images.NONE) {
                bytes += info.storedBytes() > 0 ? Math.min(info.storedBytes(), info.rawBytes()) : info.rawBytes();
            }
        }
        return bytes;
    }

    private static void requireRegular(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        Object marker = facts.attributes().get(EpisodeMetadata.IRREGULAR_STEPS);
        if (Boolean.TRUE.equals(marker) || StepSchedule.isIrregular(episode.attributes())) {
            throw new ExportRefusedException(facts.where()
                    + " was recorded with steps left out at no fixed period, and a LeRobot"
                    + " dataset has a fixed rate; leave it out, or export"
                    + " to Minari, RLDS or robomimic");
        }
    }

    /** What a row cannot do without, or what would be missing silently. */
    private static boolean decidesActions(String path) {
        return path.equals(DemoPaths.ACTIONS)
                || DemoPaths.isIn(DemoPaths.OBS, path)
                || DemoPaths.isIn(DemoPaths.STATES, path);
    }

    private static int rate(EpisodeFacts facts) {
        double rate = 1 / facts.dtSeconds();
        long rounded = Math.round(rate);
        boolean isWhole = rounded >= 1 && rounded <= Integer.MAX_VALUE && isSameRate(rate, rounded);
        if (!isWhole) {
            throw new ExportRefusedException(facts.where()
                    + " has a step every "
                    + facts.dtSeconds()
                    + " s, and a LeRobot dataset needs a whole number of steps per second;"
                    + " record with a control period of 1/n s, or export to Minari or"
                    + " RLDS, which need no rate");
        }
        return (int) rounded;
    }

    /** Whether two rates, per second, are the same. */
    static boolean isSameRate(double rate, double fps) {
        return Math.abs(rate - fps) <= TOLERANCE * fps;
    }

    /** Whether a video shows frame k at k / fps. */
    static boolean isAtRate(VideoClipInfo video, int fps) {
        return video.isConstantRate() && isSameRate(video.fps(), fps);
    }

    /** Whether the reader finds the frames of so many steps by their times, which are float32. */
    static boolean isFoundByTime(long steps, int fps) {
        for (long frame = 0; frame < steps; frame++) {
            double time = (double) frame / fps;
            if (Math.abs((float) time - time) > TIME_TOLERANCE_SECONDS) {
                return false;
            }
        }
        return true;
    }

    /** Whether an array has a row for every step. */
    static boolean isPerStep(String path) {
        return !DemoPaths.isIn(DemoPaths.INITIAL_STATE, path) && !DemoPaths.isIn(DemoPaths.FINAL_OBS, path);
    }

    /**
     * The arrays of all episodes.
     *
     * @throws ExportRefusedException when there are no episodes, or one has not a row for each step where it must
     */
    DatasetSurvey arrays() {
        DatasetSurvey found = arrays.found(changes);
        for (String path : found.fields().keySet()) {
            if (decidesActions(path)) {
                String advice = ", so it is not known which belong together; recover its run, or leave it out";
                found.rows().get(path).requireOneEachStep(path, advice);
            }
        }
        return found;
    }

    /** Steps per second. */
    int fps() {
        return fps;
    }

    List<String> tasks() {
        return List.copyOf(tasks);
    }

    /** Bytes of what {@link SubtaskWords} make of the episode with most of them; 0 where none has any. */
    int wordBytes() {
        return wordBytes;
    }

    List<String> metrics() {
        return List.copyOf(metrics);
    }

    /** The one name that environments give their robot; empty when they give several or none. */
    Optional<String> robot() {
        return robots.size() == 1 ? Optional.of(robots.iterator().next()) : Optional.empty();
    }

    /** Texts that could be the tasks, but are features of some episodes. */
    Set<String> featureTexts() {
        return featureTexts;
    }

    /** The datasets that episodes were imported from, as far as they agree; none when there is no such. */
    LeRobotOrigin origin() {
        return origin == null ? LeRobotOrigin.NONE : origin;
    }

    /** What the reader should know of those that the episodes come from, a sentence each. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (!difference.isEmpty()) {
            notes.add(difference);
        }
        if (robots.size() > 1) {
            notes.add("robot_type is left out unless it is given: the episodes name several robots, "
                    + String.join(", ", robots));
        }
        return notes;
    }

    OwnVideos videos() {
        return videos;
    }

    /**
     * Checks that the reader will find the frames of videos.
     *
     * @throws ExportRefusedException when an episode is too long for that
     */
    void requireTimesForVideos() {
        if (!isFoundByTime(mostSteps, fps)) {
            throw new ExportRefusedException(longest
                    + " is so long that float32 timestamps, by which LeRobot finds the"
                    + " frames of videos, are off by more than 0.1 ms; export pictures"
                    + " as PNG, or leave it out");
        }
    }
}
