package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.RoboReelException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Options that say what does the work. */
public final class EngineOptions {
    static final Pattern THREADS = Pattern.compile("threads(?:\\[(\\d{1,4}|\\*)])?");

    /** Where a job runs, set when it is submitted to a cluster. */
    private static final String SUBMITTED_MASTER = "spark.master";

    /** What does the work. */
    enum Kind {
        /** Threads of this process. */
        threads,
        /** Apache Spark, in this process or on a cluster. */
        spark
    }

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            description = "What does the work: threads of this process (default), or Apache Spark: spark.")
    Kind engine;

    @Option(
            names = "--master",
            paramLabel = "MASTER",
            description = "Where Spark does it: in this process, local[N] or local[*] (its default), or on a cluster,"
                    + " spark://HOST:PORT, yarn, k8s://...; threads[N] are so many threads of this process.")
    String master;

    @Option(
            names = "--conf",
            paramLabel = "NAME=VALUE",
            description = "Setting of Spark (spark.*) or of Hadoop's storages (fs.*); given again, one more.")
    Map<String, String> settings = new LinkedHashMap<>();

    /** Whether the user named any of it, or submitted the command to a cluster. */
    boolean isGiven() {
        return engine != null || master != null || !settings.isEmpty() || System.getProperty(SUBMITTED_MASTER) != null;
    }

    /** The option that asks for Spark, for messages. */
    String asked() {
        return master != null ? "--master " + master : "--engine " + Kind.spark;
    }

    /**
     * What does the work, as an engine calls it.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when two options contradict each other
     */
    String masterOrDefault() {
        boolean isThreads = master != null && THREADS.matcher(master).matches();
        if (master != null && engine != null && isThreads != (engine == Kind.threads)) {
            throw RoboReelException.badArgument(
                    "--engine %s and --master %s contradict each other; leave one of them out", engine, master);
        }
        if (master != null) {
            return master;
        }
        if (engine == Kind.threads) {
            return "threads";
        }
        return System.getProperty(SUBMITTED_MASTER, engine == Kind.spark ? "local[*]" : "threads");
    }
}
