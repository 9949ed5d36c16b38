package io.github.roboreel.cli;

import io.github.roboreel.recorder.FieldSchema;
import io.github.roboreel.recorder.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.simulator.ImageSize;
import io.github.roboreel.simulator.Policies;
import io.github.roboreel.simulator.SimulationSettings;
import io.github.roboreel.simulator.TabletopBatch;
import io.github.roboreel.simulator.TaskCatalog;
import io.github.roboreel.simulator.TaskDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * A recording that can be done: every name is known and every value legal.
 *
 * @param batch what is simulated
 * @param schema what is recorded of it
 * @param numRuns runs, one after the other
 * @param workers threads that step the envs
 * @param realtime whether to step at the control rate instead of full speed
 * @param folder the output folder
 * @param config of the recorder
 */
record RecordPlan(
        TabletopBatch batch,
        FieldSchema schema,
        int numRuns,
        int workers,
        boolean realtime,
        Path folder,
        RecorderConfig config) {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss");

    /**
     * @throws BadArgumentException when a name is unknown or a value illegal
     */
    static RecordPlan of(RecordCommand options, Path home) {
        Path configFolder = home.resolve("config");
        TabletopBatch batch = batch(options, configFolder.resolve("tasks"));
        return new RecordPlan(
                batch,
                batch.schema(configFolder.resolve("schema").resolve("tabletop.yaml")),
                options.numRuns,
                options.workers,
                options.realtime,
                options.outputDir.resolve(folderName(options)),
                config(options, configFolder.resolve("recorder.yaml")));
    }

    /** The folder of the run files. */
    Path envFolder() {
        return folder.resolve(batch.task().name());
    }

    /** Most steps an episode can have. */
    int maxSteps() {
        SimulationSettings settings = batch.settings();
        double stepsOfTask = batch.task().episodeLengthSeconds() / settings.controlDtSeconds();
        return settings.maxSteps() > 0 ? settings.maxSteps() : (int) Math.ceil(stepsOfTask);
    }

    private static TabletopBatch batch(RecordCommand options, Path taskFolder) {
        BadArgumentException.requireKnown("policy", options.policy, Policies.names());
        if (options.seed < 0) {
            throw new BadArgumentException("--seed expects 0 or more; given " + options.seed);
        }
        int maxSteps = options.maxSteps == null ? 0 : options.maxSteps;
        return new TabletopBatch(
                task(options, taskFolder),
                SimulationSettings.DEFAULT.withMaxSteps(maxSteps),
                options.policy,
                options.instructionType,
                options.numEnvs,
                options.seed,
                images(options));
    }

    private static TaskDefinition task(RecordCommand options, Path taskFolder) {
        TaskCatalog catalog = BadArgumentException.ifRefused(() -> TaskCatalog.open(taskFolder));
        BadArgumentException.requireKnown("task", options.task, catalog.names());
        TaskDefinition task = BadArgumentException.ifRefused(() -> catalog.get(options.task));
        BadArgumentException.requireKnown(
                "instruction type", options.instructionType, task.instructions().keySet());
        return task;
    }

    /** Checked even when no images are recorded. */
    private static ImageSize images(RecordCommand options) {
        ImageSize size = BadArgumentException.ifRefused(() -> ImageSize.parse(options.cameraSize));
        return options.recordImageData ? size : null;
    }

    private static String folderName(RecordCommand options) {
        String given = options.outputFolderName;
        if (given == null) {
            String type = options.instructionType;
            String suffix = type.equals("default") ? "" : "_" + type;
            return LocalDateTime.now().format(TIMESTAMP) + "_" + options.policy + suffix;
        }
        if (given.isBlank() || given.contains("/") || given.equals(".") || given.equals("..")) {
            throw new BadArgumentException(
                    "output folder name '"
                            + given
                            + "' is not a name of a folder; --output-dir takes the path to it");
        }
        return given;
    }

    private static RecorderConfig config(RecordCommand options, Path standardFile) {
        RecorderConfig.Builder builder = RecorderConfig.builder();
        if (options.config != null) {
            builder.file(options.config);
        } else if (Files.exists(standardFile)) {
            builder.file(standardFile);
        }
        if (options.flushIntervalSteps != null) {
            builder.set(Hdf5Settings.FLUSH_INTERVAL_STEPS, options.flushIntervalSteps);
        }
        if (options.flushIntervalSeconds != null) {
            builder.set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, options.flushIntervalSeconds);
        }
        return builder.build();
    }
}
