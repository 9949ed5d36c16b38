package io.github.roboreel.format;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a file that belongs to one run: a run file, an event log or a video. Immutable.
 *
 * @param name the name
 * @param kind what it is
 * @param run index of the run; in a legacy log's name the run or the episode
 * @param runStart index in the name of the run's first digit
 * @param runEnd index in the name after the run's last digit
 */
public record RunFileName(String name, Kind kind, int run, int runStart, int runEnd) {
    /** The highest number of a run: names have up to nine digits for it. */
    public static final int LAST_RUN = 999_999_999;

    /** Names of run files, group {@code run}. */
    public static final Pattern RUN = Pattern.compile("run_(?<run>\\d{1,9})\\.hdf5");

    /** Names of event logs, groups {@code run} and {@code env}; legacy ones have no env. */
    public static final Pattern LOG = Pattern.compile("log_(?<run>\\d{1,9})(?:_env(?<env>\\d{1,9}))?\\.json");

    /** Names of videos, groups {@code stem}, {@code run}, {@code env}, {@code viewport}, {@code camera}. */
    public static final Pattern VIDEO = Pattern.compile(
            "(?<stem>.*)_(?<run>\\d{1,9})(?:_env(?<env>\\d{1,9}))?"
                    + "(?:(?<viewport>_viewport)|__(?<camera>.+))?\\.mp4",
            Pattern.DOTALL);

    /** What a file is. */
    public enum Kind {
        /** {@code run_<run>.hdf5}. */
        RUN_FILE(RUN),
        /** {@code log_<run>_env<env>.json}. */
        LOG(RunFileName.LOG),
        /** {@code <instruction>_<run>_env<env>.mp4} and the like. */
        VIDEO(RunFileName.VIDEO);

        private final Pattern pattern;

        Kind(Pattern pattern) {
            this.pattern = pattern;
        }
    }

    /** The name that a video which is being recorded gets, matched against {@link #VIDEO}. */
    public static Matcher growingVideo(Path file) {
        String name = file.getFileName().toString();
        int stem = name.length() - RunFolder.RECORDING_VIDEO_SUFFIX.length();
        return VIDEO.matcher(name.substring(0, stem) + RunFolder.VIDEO_SUFFIX);
    }

    /** Of a file's name; empty when it belongs to no run. */
    public static Optional<RunFileName> parse(String name) {
        for (Kind kind : Kind.values()) {
            Matcher matcher = kind.pattern.matcher(name);
            if (matcher.matches()) {
                int run = Integer.parseInt(matcher.group("run"));
                return Optional.of(new RunFileName(name, kind, run, matcher.start("run"), matcher.end("run")));
            }
        }
        return Optional.empty();
    }

    /** The name of the same file of another run. */
    public String withRun(int other) {
        return name.substring(0, runStart) + other + name.substring(runEnd);
    }
}
