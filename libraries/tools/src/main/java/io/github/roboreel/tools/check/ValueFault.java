package io.github.roboreel.tools.check;

/**
 * Fault of stored bytes or values.
 *
 * @param inside path below the file's root
 * @param problem what is wrong
 * @param advice what to do
 * @param isOfName whether the values are only not what the dataset's name means to RoboLab's tools
 */
record ValueFault(String inside, String problem, String advice, boolean isOfName) {
    static final String RESTORE = "take the file from a backup or where it was recorded, or record the run again";

    ValueFault(String inside, String problem, String advice) {
        this(inside, problem, advice, false);
    }

    /** Of a dataset whose values are not what its name means. */
    static ValueFault ofName(String inside, String problem) {
        return new ValueFault(inside, problem, RESTORE, true);
    }
}
