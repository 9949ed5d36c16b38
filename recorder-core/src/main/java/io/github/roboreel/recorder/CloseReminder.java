package io.github.roboreel.recorder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warning, when the JVM exits, about a recorder that was not closed. It closes nothing: producers may still run. */
final class CloseReminder {
    private static final Logger LOG = LoggerFactory.getLogger(CloseReminder.class);

    private final Thread hook;

    /** Of a recorder that is open. */
    CloseReminder(RunSpec run) {
        hook = new Thread(
                () -> LOG.warn(
                        "the recorder of {} was not closed: its last steps are in no run file yet; recover the folder,"
                                + " and call close before the program ends",
                        run.envFolder()),
                "roboreel-not-closed");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException exiting) {
            // Nothing that is opened now can be closed in time.
        }
    }

    /** The recorder is being closed. */
    void cancel() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException exiting) {
            // It is warning now.
        }
    }
}
