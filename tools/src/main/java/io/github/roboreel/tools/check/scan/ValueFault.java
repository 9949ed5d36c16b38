package io.github.roboreel.tools.check.scan;

/**
 * Fault of stored bytes or values.
 *
 * @param inside path below the file's root
 * @param problem what is wrong
 * @param advice what to do
 */
public record ValueFault(String inside, String problem, String advice) {
    public static final String RESTORE =
            "take the file from a backup or where it was recorded, or record the run again";
}
