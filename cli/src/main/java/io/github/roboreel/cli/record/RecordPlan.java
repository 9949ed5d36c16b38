package io.github.roboreel.cli.record;

import io.github.roboreel.cli.Arguments;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.TextRules;
import io.github.roboreel.recorder.video.VideoSettings;
import io.github.roboreel.simulator.physics.SimulationSettings;
import io.github.roboreel.simulator.policy.Policies;
import io.github.roboreel.simulator.render.CameraPlan;
import io.github.roboreel.simulator.render.ImageSize;
import io.github.roboreel.simulator.run.TabletopBatch;
import io.github.roboreel.simulator.task.TaskCatalog;
import io.github.roboreel.simulator.task.TaskDefinition;
import io.github.roboreel.tools.statistics.AdaptiveSampling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * A recording that can be done: every name is known and every value legal.
 *
 * @param batch what is simulated
 * @param schema what is recorded of it
 * @param target when there are enough runs
 * @param workers threads that step the envs
 * @param realtime whether to step at the control rate instead of full speed
 * @param folder the output folder
 * @param config of the recorder
 * @param stopLimit how long the files may take to be closed when somebody asks to stop
 */
record RecordPlan(
        TabletopBatch batch,
        FieldSchema schema,
        RunTarget target,
        int workers,
        boolean realtime,
        Path folder,
        RecorderConfig config,
        Duration stopLimit) {
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss");
    private static final int LONGEST_STOP_SECONDS = 3600;

    /** @throws RoboReelException when a name is unknown or a value illegal */
    static RecordPlan of(RecordCommand options, Path home) {
        Path configFolder = home.resolve("config");
        RecorderConfig config = config(options, configFolder.resolve("recorder.yaml"));
        CameraPlan cameras = cameras(options, config.get(VideoSettings.MODE));
        TabletopBatch batch = batch(options, configFolder.resolve("tasks"), cameras);
        return new RecordPlan(
                batch,
                batch.schema(configFolder.resolve("schema").resolve("tabletop.yaml")),
                target(options),
                options.workers,
                options.realtime,
                folder(options),
                config,
                stopLimit(options));
    }

    /** Which videos the recording makes. */
    String videoMode() {
        return config.get(VideoSettings.MODE);
    }

    /** The folder of the run files. */
    Path envFolder() {
        return folder.resolve(batch.task().name());
    }

    /** Most steps an episode can have. */
    int maxSteps() {
        return batch.maxSteps();
    }

    private static TabletopBatch batch(RecordCommand options, Path taskFolder, CameraPlan cameras) {
        Arguments.requireKnown("policy", options.policy, Policies.names());
        if (options.seed < 0) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, "--seed expects 0 or more; given " + options.seed);
        }
        int maxSteps = options.maxSteps == null ? 0 : options.maxSteps;
        return new TabletopBatch(
                task(options, taskFolder),
                SimulationSettings.DEFAULT.withMaxSteps(maxSteps),
                options.policy,
                options.instructionType,
                options.numEnvs,
                options.seed,
                cameras);
    }

    private static TaskDefinition task(RecordCommand options, Path taskFolder) {
        TaskCatalog catalog = Arguments.checked(() -> TaskCatalog.open(taskFolder));
        Arguments.requireKnown("task", options.task, catalog.names());
        TaskDefinition task = Arguments.checked(() -> catalog.get(options.task));
        Arguments.requireKnown(
                "instruction type", options.instructionType, task.instructions().keySet());
        return task;
    }

    /** The size is checked even when nothing is rendered. */
    private static CameraPlan cameras(RecordCommand options, String videoMode) {
        ImageSize size = Arguments.checked(() -> ImageSize.parse(options.cameraSize));
        boolean all = videoMode.equals("all");
        return new CameraPlan(
                size, options.recordImageData, all || videoMode.equals("sensor"), all || videoMode.equals("viewport"));
    }

    private static Duration stopLimit(RecordCommand options) {
        double seconds = options.stopSeconds;
        if (!(seconds > 0 && seconds <= LONGEST_STOP_SECONDS)) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    "--stop-seconds expects more than 0 and at most " + LONGEST_STOP_SECONDS + "; given " + seconds);
        }
        return Duration.ofMillis((long) Math.ceil(1000 * seconds));
    }

    private static RunTarget target(RecordCommand options) {
        if (options.numEpisodesAdaptive == null) {
            if (options.ciWidth != null) {
                throw new RoboReelException(
                        Kind.BAD_ARGUMENT, "--ci-pp-width works with --num-episodes-adaptive only; give both or none");
            }
            return new RunTarget.Fixed(options.numRuns == null ? 1 : options.numRuns);
        }
        if (options.numRuns != null) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT, "--num-runs and --num-episodes-adaptive exclude each other; give one of them");
        }
        double width = options.ciWidth == null ? AdaptiveSampling.DEFAULT_WIDTH : options.ciWidth;
        return new RunTarget.Adaptive(Arguments.checked(
                () -> new AdaptiveSampling(options.numEpisodesAdaptive, width, options.interval.kind())));
    }

    private static Path folder(RecordCommand options) {
        String given = options.outputFolderName;
        return given == null
                ? newFolder(options, LocalDateTime.now())
                : options.outputDir.resolve(requireName(given, options.outputDir));
    }

    /** A clock may show the same time twice, and another recording is not to be gone on with. */
    static Path newFolder(RecordCommand options, LocalDateTime now) {
        String type = options.instructionType;
        String suffix = type.equals("default") ? "" : "_" + type;
        String name = now.format(TIMESTAMP) + "_" + options.policy + suffix;
        Path folder = options.outputDir.resolve(name);
        for (int i = 2; Files.exists(folder); i++) {
            folder = options.outputDir.resolve(name + "-" + i);
        }
        return folder;
    }

    private static String requireName(String given, Path outputDir) {
        if (given.isBlank() || given.contains("/") || given.equals(".") || given.equals("..")) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    "output folder name '" + given + "' is not a name of a folder; --output-dir takes the path to it");
        }
        return Arguments.checked(() -> {
            TextRules.requireFolderName("--output-folder-name", given, outputDir);
            return given;
        });
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
        if (options.videoMode != null) {
            builder.set(VideoSettings.MODE, options.videoMode);
        }
        return builder.build();
    }
}
