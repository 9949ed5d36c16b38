package io.github.roboreel.tools.check;

/**
 * Fault of stored bytes or values.
 *
 * @param inside path below the file's root
 * @param problem what is wrong
 * @param advice what to do
 * @param kind what it means for the file
 */
record ValueFault(String inside, String problem, String advice, Kind kind) {
    /** What a fault means. */
    enum Kind {
        /** The file is damaged. */
        DAMAGE,
        /** The values are not what the dataset's name means to RoboLab's tools. */
        OF_NAME,
        /** The values are as recorded, and users should know of them. */
        NOTE
    }

    static final String RESTORE = "take the file from a backup or where it was recorded, or record the run again";

    ValueFault(String inside, String problem, String advice) {
        this(inside, problem, advice, Kind.DAMAGE);
    }

    /** Of a dataset whose values are not what its name means. */
    static ValueFault ofName(String inside, String problem) {
        return new ValueFault(inside, problem, RESTORE, Kind.OF_NAME);
    }

    static ValueFault note(String inside, String problem) {
        return new ValueFault(inside, problem, "", Kind.NOTE);
    }

    boolean isDamage() {
        return kind == Kind.DAMAGE;
    }
}
