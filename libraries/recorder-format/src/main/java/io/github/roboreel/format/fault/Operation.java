package io.github.roboreel.format.fault;

import java.util.Locale;

/**
 * Operation on recordings that a sentence advises. What users call to have it done stands here alone, so that libraries
 * name no command by themselves; each is a command of the command line.
 */
public enum Operation {
    /** Says whether every value is there and true. */
    CHECK,
    /** Takes dead space out of run files. */
    COMPACT,
    /** Puts results of several folders into one file, each episode once. */
    COMPILE,
    /** Reports what happened in episodes, by their logs. */
    EVENTS,
    /** Puts folders together. */
    MERGE,
    /** Recomputes metrics. */
    METRICS,
    /** Re-creates result lines from run files. */
    REBUILD,
    /** Brings back what a recorder that died has left. */
    RECOVER;

    /** What users call, for example {@code roboreel rebuild}. */
    public String command() {
        return "roboreel " + name().toLowerCase(Locale.ROOT);
    }

    /**
     * As {@link #command}, of something; a shell reads it back as it is.
     *
     * @param subject as a path or name, for example an output folder
     */
    public String command(Object subject) {
        return command() + " " + ShellWord.of(subject.toString());
    }
}
