package io.github.roboreel.cli.fleet;

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
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The storages, the folders and the engine of a fleet command. */
final class FleetSession implements AutoCloseable {
    private static final Pattern THREADS = Pattern.compile("threads(?:\\[(\\d{1,4}|\\*)])?");
    private static final Pattern SPARK_HERE = Pattern.compile("local(?:\\[.*])?");
    private static final int FOLDERS_FOR_SPARK = 1000;

    /** Where a job runs, set when it is submitted to a cluster. */
    private static final String SUBMITTED_MASTER = "spark.master";

    private static final String SUBMITTED_SETTING = "spark.hadoop.";

    private final Map<String, String> settings;
    private final Storages storages;
    private final FleetOptions.Where where;
    private Engine engine;
    private String master = "";

    FleetSession(FleetOptions.Where where) {
        this.where = where;
        settings = Map.copyOf(settings(where.settings));
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
    Map<String, String> settings() {
        return settings;
    }

    Storages storages() {
        return storages;
    }

    /**
     * What tasks need to know.
     *
     * @param config of the recorder
     */
    FleetSettings settings(RecorderConfig config) {
        return FleetSettings.of(settings, config, isHere());
    }

    /** Whether tasks run in this process; asked once the engine is there. */
    private boolean isHere() {
        return engine instanceof LocalThreads || SPARK_HERE.matcher(master).matches();
    }

    /** The output folders that sources name. */
    List<FleetFolder> folders(List<String> sources) throws IOException {
        return new FleetListing(storages).folders(sources);
    }

    /**
     * What works on so many folders.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when the master is none
     */
    Engine engine(int folders) throws IOException {
        if (engine == null) {
            master = master(folders);
            engine = open(master);
        }
        return engine;
    }

    private String master(int folders) {
        Optional<String> given = where.master().or(() -> Optional.ofNullable(System.getProperty(SUBMITTED_MASTER)));
        return given.orElseGet(() -> folders < FOLDERS_FOR_SPARK || provider().isEmpty() ? "threads" : "local[*]");
    }

    private Engine open(String master) throws IOException {
        Matcher threads = THREADS.matcher(master);
        if (threads.matches()) {
            String count = threads.group(1);
            boolean isAll = count == null || count.equals("*");
            int number = isAll ? Runtime.getRuntime().availableProcessors() : Integer.parseInt(count);
            if (number == 0) {
                throw RoboReelException.badArgument("--master %s has no thread; expected threads[1] or more", master);
            }
            return new LocalThreads(number);
        }
        return provider()
                .orElseThrow(() -> RoboReelException.badArgument(
                        "--master %s needs Apache Spark, which is not installed here; use threads[N], or ./roboreel of a"
                                + " checkout, which fetches it",
                        master))
                .open(master, settings);
    }

    private static Optional<EngineProvider> provider() {
        return ServiceLoader.load(EngineProvider.class).findFirst();
    }

    /** Ends the engine. */
    @Override
    public void close() {
        if (engine != null) {
            engine.close();
        }
    }
}
