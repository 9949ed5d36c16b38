package io.github.roboreel.format;

import java.util.Objects;

/**
 * What to do about an error, by a key: the command line, a dashboard and a library's caller each word it for their
 * users.
 *
 * @param key what kind of step helps
 * @param subject what it is to be done with, for example a folder; empty when the sentence says so
 */
public record Advice(Key key, String subject) {
    /** A step that helps. */
    public enum Key {
        /** Bring back what a killed recorder left. */
        RECOVER,

        /** Take another output folder, or remove the one that is there. */
        OTHER_FOLDER,

        /** Make room on the disk. */
        MAKE_ROOM,

        /** Raise the limit of open files. */
        RAISE_FILE_LIMIT,

        /** Look after the disk's health. */
        CHECK_DISK,

        /** Give the JVM more memory. */
        MORE_MEMORY,

        /** Get the file from a backup. */
        RESTORE,

        /** Use a newer RoboReel. */
        UPDATE,

        /** Wait for the process that holds it, or end that. */
        WAIT_FOR_HOLDER,

        /** Install a library that is missing. */
        INSTALL
    }

    /** Requires both. */
    public Advice {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(subject, "subject");
    }

    /**
     * Advice whose subject the sentence names.
     *
     * @param key what kind of step helps
     * @return advice with an empty subject
     */
    public static Advice of(Key key) {
        return new Advice(key, "");
    }
}
