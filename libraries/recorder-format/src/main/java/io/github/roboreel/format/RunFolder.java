package io.github.roboreel.format;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of every file in an output folder and in the env folders below it.
 *
 * <p>An output folder holds {@link #RESULTS} and {@link #LOCK}; an env folder the runs' files, logs and videos,
 * {@link #ENV_CONFIG} and {@link #RUN_COMPLETE}. Numbers of runs and envs have up to nine digits.
 */
public final class RunFolder {
    /** Result lines of all episodes, in the output folder. */
    public static final String RESULTS = "episode_results.jsonl";

    /** Results of older recorders, one JSON array. */
    public static final String LEGACY_RESULTS = "episode_results.json";

    /** What the names of result files and of their torn lines begin with. */
    public static final String RESULTS_STEM = "episode_results";

    /** Marks of the files that were uploaded, in the output folder: {@link UploadMark} by line. */
    public static final String UPLOADED = "uploaded.jsonl";

    /** What people noted about episodes, in the output folder: {@link Annotation} by line. */
    public static final String ANNOTATIONS = "annotations.jsonl";

    /** End of the name of a file with a JSON object per line. */
    public static final String JSON_LINES_SUFFIX = ".jsonl";

    /** End of the name of an event log that grows while its episode is recorded. */
    public static final String LIVE_LOG_SUFFIX = ".live" + JSON_LINES_SUFFIX;

    /** Lock of the output folder; never read. */
    public static final String LOCK = ".recording.lock";

    /** Who holds the lock. */
    public static final String LOCK_HOLDER = LOCK + ".json";

    /** Where the recorder shows its meters, and the token for them; readable for its user only. */
    public static final String RECORDER_METRICS = ".recording.metrics.json";

    /** The environment's configuration, in the env folder. */
    public static final String ENV_CONFIG = "env_cfg.json";

    /** What a recording promises to have left, in the env folder. */
    public static final String RUN_COMPLETE = "run_complete.json";

    /** Run file of older recorders: all episodes in one. */
    public static final String LEGACY_RUN_FILE = "data.hdf5";

    /** End of a run file's name. */
    public static final String RUN_SUFFIX = ".hdf5";

    /** End of the name of a run's staging file. */
    public static final String STAGING_SUFFIX = ".staging";

    /** Behind the name of a file that is not whole yet. */
    public static final String CREATING_SUFFIX = ".creating";

    /** Behind the name of a run file: the copy without dead space, before it takes the name. */
    public static final String COMPACTING_SUFFIX = ".compacting";

    /** Behind the name of a run file: the copy a recovery works on. */
    public static final String RECOVERING_SUFFIX = ".recovering";

    /** Behind the name of a run file: the original while its repaired copy takes its place. */
    public static final String BEFORE_RECOVERY_SUFFIX = ".before-recovery";

    /** Behind the name of a run file: the original of a recovery that could not bring everything back. */
    public static final String DAMAGED_SUFFIX = ".damaged";

    /** Behind the name of a file that a merge has not put in its place yet. */
    public static final String MERGING_SUFFIX = ".merging";

    /** End of a video's name. */
    public static final String VIDEO_SUFFIX = ".mp4";

    /** End of the name of a video that is still being recorded. */
    public static final String RECORDING_VIDEO_SUFFIX = ".recording.mp4";

    /** End of the name of a video that is being finished; worthless after a crash. */
    public static final String FINISHING_VIDEO_SUFFIX = ".finishing";

    /** What a file's name gets, with the time, when another takes its place. */
    public static final String BEFORE = "before";

    /** What the name of the results gets, with the time, for a torn last line. */
    public static final String TORN = "torn";

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final Pattern RUN_TRACE =
            Pattern.compile("(run_\\d+)\\.(hdf5(\\.(creating|recovering|before-recovery|compacting))?|staging)");
    private static final Pattern TORN_LINE = Pattern.compile(RESULTS_STEM + ".*\\." + TORN + "-.*");
    private static final Pattern SET_ASIDE = Pattern.compile(".+\\." + BEFORE + "-\\d{8}-.*");

    private RunFolder() {}

    /** Name of a run's file. */
    public static String runFile(int run) {
        return "run_" + run + RUN_SUFFIX;
    }

    /** Name of a run's staging file. */
    public static String stagingFile(int run) {
        return "run_" + run + STAGING_SUFFIX;
    }

    /** Name of the staging file that belongs to a run file of that name. */
    public static String stagingOf(String runFile) {
        return runFile.substring(0, runFile.length() - RUN_SUFFIX.length()) + STAGING_SUFFIX;
    }

    /** Name of an episode's event log. */
    public static String logFile(int run, int env) {
        return "log_" + run + "_env" + env + ".json";
    }

    /** Name of an episode's event log while it is recorded: {@link EventLogDocument.Entry} by line. */
    public static String liveLogFile(int run, int env) {
        return "log_" + run + "_env" + env + LIVE_LOG_SUFFIX;
    }

    /**
     * Name of an event log of older recorders.
     *
     * @param number of the run or of the episode
     */
    public static String legacyLogFile(int number) {
        return "log_" + number + ".json";
    }

    /** Index of the run whose file has that name; empty when it is no run file's name. */
    public static OptionalInt runOf(String fileName) {
        return RunFileName.parse(fileName)
                .filter(name -> name.kind() == RunFileName.Kind.RUN_FILE)
                .map(name -> OptionalInt.of(name.run()))
                .orElse(OptionalInt.empty());
    }

    /** The run file that a file or a trace of it belongs to: staging, a copy under way; empty for others. */
    public static Optional<Path> runFileOf(Path file) {
        Matcher trace = RUN_TRACE.matcher(file.getFileName().toString());
        return trace.matches() ? Optional.of(file.resolveSibling(trace.group(1) + RUN_SUFFIX)) : Optional.empty();
    }

    /**
     * Names of everything that a run may have left, finished or not, videos and logs included.
     *
     * @param run index of the run
     * @return for whole names
     */
    public static Pattern tracesOf(int run) {
        String runFile = "run_" + run + "\\.(hdf5|staging).*";
        String log = "log_" + run + "_env\\d+\\.(live\\.)?json.*";
        String video = videoStem(run) + "((\\.recording)?\\.(mp4|h264)|\\.finishing).*";
        return Pattern.compile(String.join("|", runFile, log, video), Pattern.DOTALL);
    }

    /**
     * Names of videos of a run that are not finished.
     *
     * @param run index of the run
     * @return for whole names
     */
    public static Pattern unfinishedVideosOf(int run) {
        return Pattern.compile(videoStem(run) + "\\.(recording\\.mp4|finishing)", Pattern.DOTALL);
    }

    private static String videoStem(int run) {
        return ".*_" + run + "(_env\\d+)?(_viewport)?";
    }

    /** Name of the folder that takes what an incomplete run left before it is repeated. */
    public static String replacedRun(int run, LocalDateTime now) {
        return "replaced-run_" + run + "-" + now.format(STAMP);
    }

    /** Name of a file set aside: {@code <name>.<word>-<time>}. */
    public static String aside(String name, String word, LocalDateTime now) {
        return name + "." + word + "-" + now.format(STAMP);
    }

    /** Whether a file of that name was set aside when another took its place. */
    public static boolean isSetAside(String name) {
        return SET_ASIDE.matcher(name).matches();
    }

    /** Whether a file of that name holds a torn last result line. */
    public static boolean isTornLine(String name) {
        return TORN_LINE.matcher(name).matches();
    }
}
