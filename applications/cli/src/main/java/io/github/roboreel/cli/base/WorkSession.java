package io.github.roboreel.cli.base;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.EngineProvider;
import io.github.roboreel.fleet.engine.LocalThreads;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FleetListing;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.fleet.work.FleetSettings;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.config.RecorderConfig;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The storages, the folders and the engine of a command. For one thread. */
public final class WorkSession implements AutoCloseable {
    private static final Pattern SPARK_HERE = Pattern.compile("local(?:\\[.*])?");

    private static final String SUBMITTED_SETTING = "spark.hadoop.";

    private final Map<String, String> settings;
    private final Storages storages;
    private final String master;
    private final String asked;
    private Engine engine;

    /**
     * One whose work is done as options say.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when they contradict each other
     */
    public WorkSession(EngineOptions options) {
        master = options.masterOrDefault();
        asked = options.asked();
        settings = Map.copyOf(settings(options.settings));
        storages = new Storages(settings);
    }

    /** The user's settings, over those for storages that were set when the job was submitted to a cluster. */
    private static Map<String, String> settings(Map<String, String> given) {
        Map<String, String> all = new HashMap<>();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(SUBMITTED_SETTING))
                .forEach(name -> all.put(name, System.getProperty(name)));
        all.putAll(given);
        return all;
    }

    /** What the user set, for tasks that open storages of their own. */
    public Map<String, String> settings() {
        return settings;
    }

    public Storages storages() {
        return storages;
    }

    /**
     * What tasks need to know.
     *
     * @param config of the recorder
     */
    public FleetSettings settings(RecorderConfig config) {
        boolean isHere = EngineOptions.THREADS.matcher(master).matches()
                || SPARK_HERE.matcher(master).matches();
        return FleetSettings.of(settings, config, isHere);
    }

    /** The output folders that sources name. */
    List<FleetFolder> folders(List<String> sources) throws IOException {
        return new FleetListing(storages).folders(sources);
    }

    /**
     * What does the work.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when there is no such engine
     */
    public Engine engine() throws IOException {
        if (engine == null) {
            engine = open();
        }
        return engine;
    }

    private Engine open() throws IOException {
        Matcher threads = EngineOptions.THREADS.matcher(master);
        if (threads.matches()) {
            String count = threads.group(1);
            boolean isAll = count == null || count.equals("*");
            int number = isAll ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(count);
            if (number == 0) {
                throw RoboReelException.badArgument("--master %s has no thread; expected threads[1] or more", master);
            }
            return new LocalThreads(number);
        }
        return ServiceLoader.load(EngineProvider.class)
                .findFirst()
                .orElseThrow(() -> RoboReelException.badArgument(
                        "%s needs Apache Spark, which is not installed here; use --engine threads, or ./roboreel of a"
                                + " checkout, which fetches it",
                        asked))
                .open(master, settings);
    }

    /** Ends the engine. */
    @Override
    public void close() {
        if (engine != null) {
            engine.close();
        }
    }
}
