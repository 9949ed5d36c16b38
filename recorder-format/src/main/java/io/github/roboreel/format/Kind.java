package io.github.roboreel.format;

/** The kind of a {@link RoboReelException}: what a program may decide by, and what the exit code follows. */
public enum Kind {
    /** A value given by the caller is wrong in itself: a name, a number, a shape, a dtype. */
    BAD_ARGUMENT,

    /** What was asked for contradicts what is there: another seed, schema or number of envs, a file that exists. */
    CONFLICT,

    /** Another process holds the folder or the file. */
    LOCKED,

    /** The disk or the quota is full. */
    DISK_FULL,

    /** A file cannot be read or written for another reason of the system's. */
    IO,

    /** Something made no progress for longer than its limit. */
    STALLED,

    /** A file does not hold what it should: it was cut, changed, or written by a process that died. */
    DAMAGED,

    /** It is sound and meaningful but not offered: a newer format, a dtype that a target format lacks. */
    UNSUPPORTED,

    /** Somebody asked for the end: a signal, an interrupt, a call. */
    INTERRUPTED,

    /** Memory, handles, threads or a library are missing. */
    RESOURCES,

    /** Code given by the user, a plug-in or this project failed without a sentence of its own. */
    INTERNAL
}
