package io.github.roboreel.fleet.spark;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import org.apache.spark.SparkException;

/** What failed, in the words of the part that failed. */
final class SparkFaults {
    private static final int MAX_CAUSES = 50;

    private SparkFaults() {}

    /**
     * The failure of work: the task's own, where a task failed.
     *
     * @return to be thrown
     * @throws RuntimeException or an error, when that is what the task threw
     */
    static IOException of(String work, Throwable failure) {
        Throwable e = failure;
        for (int depth = 0; e instanceof SparkException && e.getCause() != null && depth < MAX_CAUSES; depth++) {
            e = e.getCause();
        }
        if (e instanceof IOException own) {
            return own;
        }
        if (e instanceof RuntimeException own && !(e instanceof IllegalStateException)) {
            throw own;
        }
        if (e instanceof Error own) {
            throw own;
        }
        return new IOException(Sentence.of("%s failed on Spark: %s", work, reason(e)), failure);
    }

    /** The first line: what follows are stack traces. */
    static String reason(Throwable e) {
        String message = Sentence.reasonOf(e).strip();
        return message.split("\\R", 2)[0].strip();
    }
}
