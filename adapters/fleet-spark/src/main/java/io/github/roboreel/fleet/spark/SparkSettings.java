package io.github.roboreel.fleet.spark;

import java.io.File;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;

/** Settings of Spark: the user's, and ours where there are none. */
final class SparkSettings {
    private static final String SPARK = "spark.";
    private static final String HADOOP = "spark.hadoop.";
    private static final String JARS = "spark.jars";

    /** What every installation of Spark has on its class path. One too few here costs time, one too many a class. */
    private static final Pattern SPARKS_OWN = Pattern.compile(
            "(spark|scala|hadoop-client|netty|jackson|json4s|jersey|hk2|zstd-jni|snappy-java|slf4j|log4j)-.*");

    private SparkSettings() {}

    /**
     * Settings for a master.
     *
     * @param here this machine's address towards the master; empty where Spark finds it
     * @param scratch folder of this job on this machine
     */
    static SparkConf of(SparkMaster master, Optional<InetAddress> here, Map<String, String> settings, Path scratch) {
        SparkConf conf = new SparkConf(); // with what spark-submit left among the system's properties
        settings.forEach((name, value) -> {
            if (name.startsWith(SPARK)) {
                conf.set(name, value);
            }
        });
        settings.forEach((name, value) -> {
            if (!name.startsWith(SPARK)) { // over what was submitted with the prefix
                conf.set(HADOOP + name, value);
            }
        });
        conf.setMaster(master.text());
        conf.setIfMissing("spark.app.name", "RoboReel");
        conf.setIfMissing("spark.ui.enabled", "false");
        conf.setIfMissing("spark.ui.showConsoleProgress", "false");
        conf.setIfMissing("spark.local.dir", scratch.toString());
        // Results are small; what a job waits for is its tasks.
        conf.setIfMissing("spark.network.timeout", "60s");
        conf.setIfMissing("spark.task.maxFailures", "4");
        if (master.isOnThisMachine()) {
            conf.setIfMissing("spark.driver.host", SparkMaster.loopback());
            conf.setIfMissing("spark.driver.bindAddress", SparkMaster.loopback());
        }
        // Of a machine with several addresses Spark takes any, and workers that cannot call back never begin.
        here.filter(address -> address instanceof Inet4Address && !isAddressGiven())
                .ifPresent(address -> conf.setIfMissing("spark.driver.host", address.getHostAddress()));
        if (!master.isLocal() && !conf.contains(JARS)) {
            conf.set(JARS, jarsOfThisProcess());
        }
        return conf;
    }

    /** In the environment, where Spark looks for it. */
    private static boolean isAddressGiven() {
        return System.getenv("SPARK_LOCAL_IP") != null || System.getenv("SPARK_LOCAL_HOSTNAME") != null;
    }

    /** Executors have Spark, and need the rest. */
    private static String jarsOfThisProcess() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar") && Files.isRegularFile(Path.of(entry)))
                .filter(jar -> !SPARKS_OWN
                        .matcher(Path.of(jar).getFileName().toString())
                        .matches())
                .map(jar -> Path.of(jar).toUri().toString())
                .collect(Collectors.joining(","));
    }
}
