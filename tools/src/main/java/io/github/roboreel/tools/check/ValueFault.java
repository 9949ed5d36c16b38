package io.github.roboreel.tools.check;

/**
 * What is wrong with stored bytes or values.
 *
 * @param inside path below the file's root
 * @param problem what is wrong
 * @param advice what to do
 */
record ValueFault(String inside, String problem, String advice) {
    static final String RESTORE =
            "take the file from a backup or where it was recorded, or record the run again";
}
