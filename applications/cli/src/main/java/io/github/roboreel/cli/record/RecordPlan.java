package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.GivenSettings;
import io.github.roboreel.cli.base.Simulations;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.plan.ContinuousRun;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.TextRules;
import io.github.roboreel.recorder.schema.VideoRule;
import io.github.roboreel.recorder.video.VideoSettings;
import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.tools.confidence.AdaptiveSampling;
import io.github.roboreel.tools.resume.RecordingIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

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
 * @param stopLimit how long the files may take to be closed when a stop is requested
 */
record RecordPlan(
        RecordingBatch batch,
        FieldSchema schema,
        RunTarget target,
        int workers,
        boolean realtime,
        Path folder,
        RecorderConfig config,
        Duration stopLimit) {
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss");
    private static final int MAX_STOP_SECONDS = 3600;

    /** @throws RoboReelException when a name is unknown or a value illegal */
    static RecordPlan of(RecordCommand options, Path home) {
        Path configFolder = home.resolve("config");
        RecorderConfig config = config(options, home);
        CameraRequest cameras = cameras(options, config.get(VideoSettings.MODE));
        RecordingBatch batch = batch(options, configFolder, cameras);
        return new RecordPlan(
                batch,
                batch.schema(),
                target(options),
                options.workers,
                options.realtime,
                folder(options, batch.policyName()),
                config,
                stopLimit(options));
    }

    /** Which videos the recording makes: of those wanted, the ones that the simulation has pictures for. */
    String videoMode() {
        return VideoRule.madeOf(schema, config.get(VideoSettings.MODE));
    }

    /** The folder of the run files. */
    Path envFolder() {
        return folder.resolve(batch.simulation().taskName());
    }

    /** Whether an env begins its next episode at once. */
    boolean isContinuous() {
        return target.isContinuous();
    }

    /** Places for demos in a run file. */
    int demosPerRun() {
        return isContinuous()
                ? ContinuousRun.places(config.get(RecorderSettings.EPISODES_PER_FILE), batch.numEnvs())
                : batch.numEnvs();
    }

    /** What must not change when the recording is resumed. */
    RecordingIdentity identity() {
        return new RecordingIdentity(
                new RecordingIdentity.Task(
                        batch.simulation().taskName(), batch.request().instructionType(), batch.envConfigJson()),
                batch.numEnvs(),
                isContinuous() ? demosPerRun() : 0,
                batch.seed(),
                batch.policyName(),
                videoMode(),
                schema);
    }

    /** Most steps an episode can have. */
    int maxSteps() {
        return batch.maxSteps();
    }

    private static RecordingBatch batch(RecordCommand options, Path configFolder, CameraRequest cameras) {
        if (options.seed < 0) {
            throw RoboReelException.badArgument("--seed expects 0 or more; given %s", options.seed);
        }
        SimulationProvider simulation = simulation(options.env);
        String task = task(options, simulation, configFolder);
        String policy = options.policy == null ? simulation.defaultPolicy() : options.policy;
        PolicyProvider policyProvider = policy(policy);
        PolicyChoice choice = choice(options, policy, policyProvider, configFolder);
        SimulationRequest plain = new SimulationRequest(
                task,
                options.instructionType,
                policyProvider.nameOf(choice),
                options.numEnvs,
                options.seed,
                options.maxSteps == null ? 0 : options.maxSteps,
                cameras,
                configFolder);
        SimulationRequest request = Arguments.checked(() -> plain.withResetOptions(options.resetOptions));
        return new RecordingBatch(simulation, policyProvider, choice, request);
    }

    private static PolicyChoice choice(
            RecordCommand options, String policy, PolicyProvider provider, Path configFolder) {
        if (options.policyConfig != null && !provider.takesConfigFile()) {
            throw RoboReelException.badArgument("policy %s takes no --policy-config; leave it out", provider.name());
        }
        return new PolicyChoice(policy, Optional.ofNullable(options.policyConfig), configFolder);
    }

    private static SimulationProvider simulation(String env) {
        return env == null
                ? SimulationProvider.all().stream()
                        .findFirst()
                        .orElseThrow(() -> RoboReelException.badArgument("there is no simulation on the class path"))
                : Simulations.named(env);
    }

    private static PolicyProvider policy(String policy) {
        List<PolicyProvider> all = PolicyProvider.all();
        return all.stream()
                .filter(provider -> provider.accepts(policy))
                .findFirst()
                .orElseThrow(() -> RoboReelException.badArgument(
                        "policy '%s' is unknown; %s (roboreel record --help says what each takes)",
                        policy,
                        KnownNames.hint(
                                policy, all.stream().map(PolicyProvider::name).toList())));
    }

    private static String task(RecordCommand options, SimulationProvider simulation, Path configFolder) {
        String given = options.task;
        if (given == null || !(simulation.takesTaskFiles() && SimulationProvider.isTaskFile(given))) {
            List<String> known = simulation.taskNames(configFolder);
            given = given == null ? known.get(0) : given;
            Arguments.requireKnown("task", given, known);
        }
        Arguments.requireKnown(
                "instruction type",
                options.instructionType,
                simulation.task(given, configFolder).instructionTypes());
        return given;
    }

    /** The size is checked even when nothing is rendered. */
    private static CameraRequest cameras(RecordCommand options, String videoMode) {
        ImageSize size = Arguments.checked(() -> ImageSize.parse(options.cameraSize));
        boolean all = videoMode.equals("all");
        return new CameraRequest(
                size, options.recordImageData, all || videoMode.equals("sensor"), all || videoMode.equals("viewport"));
    }

    private static Duration stopLimit(RecordCommand options) {
        double seconds = options.stopSeconds;
        if (!(seconds > 0 && seconds <= MAX_STOP_SECONDS)) {
            throw RoboReelException.badArgument(
                    "--stop-seconds expects more than 0 and at most %s; given %s", MAX_STOP_SECONDS, seconds);
        }
        return Duration.ofMillis((long) Math.ceil(1000 * seconds));
    }

    private static RunTarget target(RecordCommand options) {
        if (options.episodes != null) {
            return episodes(options);
        }
        if (options.numEpisodesAdaptive == null) {
            if (options.ciWidth != null) {
                throw RoboReelException.badArgument(
                        "--ci-pp-width works with --num-episodes-adaptive or --episodes only; give one of them, too");
            }
            return new RunTarget(options.numRuns == null ? 1 : options.numRuns, false, Optional.empty());
        }
        if (options.numRuns != null) {
            throw RoboReelException.badArgument(
                    "--num-runs and --num-episodes-adaptive exclude each other; give one of them");
        }
        double width = options.ciWidth == null ? AdaptiveSampling.DEFAULT_WIDTH : options.ciWidth;
        AdaptiveSampling sampling = Arguments.checked(
                () -> new AdaptiveSampling(options.numEpisodesAdaptive, width, options.interval.kind()));
        return new RunTarget(sampling.maxEpisodes(), false, Optional.of(sampling));
    }

    private static RunTarget episodes(RecordCommand options) {
        if (options.numRuns != null || options.numEpisodesAdaptive != null) {
            throw RoboReelException.badArgument(
                    "%s and --episodes exclude each other; give one of them",
                    options.numRuns != null ? "--num-runs" : "--num-episodes-adaptive");
        }
        Optional<AdaptiveSampling> sampling = Optional.ofNullable(options.ciWidth)
                .map(width -> Arguments.checked(
                        () -> new AdaptiveSampling(options.episodes, width, options.interval.kind())));
        return new RunTarget(options.episodes, true, sampling);
    }

    private static Path folder(RecordCommand options, String policy) {
        String given = options.outputFolderName;
        return given == null
                ? newFolder(options, policy, LocalDateTime.now())
                : options.outputDir.resolve(requireName(given, options.outputDir));
    }

    /** A clock may show the same time twice, and another recording is not to be resumed. */
    static Path newFolder(RecordCommand options, String policy, LocalDateTime now) {
        String type = options.instructionType;
        String suffix = type.equals("default") ? "" : "_" + type;
        String name = now.format(TIMESTAMP) + "_" + policy + suffix;
        Path folder = options.outputDir.resolve(name);
        for (int i = 2; Files.exists(folder); i++) {
            folder = options.outputDir.resolve(name + "-" + i);
        }
        return folder;
    }

    private static String requireName(String given, Path outputDir) {
        if (given.isBlank() || given.contains("/") || given.equals(".") || given.equals("..")) {
            throw RoboReelException.badArgument(
                    "output folder name '%s' is not a name of a folder; --output-dir takes the path to it", given);
        }
        return Arguments.checked(() -> {
            TextRules.requireFolderName("--output-folder-name", given, outputDir);
            return given;
        });
    }

    private static RecorderConfig config(RecordCommand options, Path home) {
        RecorderConfig.Builder builder = GivenSettings.builder(options.config, home);
        GivenSettings.override(builder, Hdf5Settings.FLUSH_INTERVAL_STEPS, options.flushIntervalSteps);
        GivenSettings.override(builder, Hdf5Settings.FLUSH_INTERVAL_SECONDS, options.flushIntervalSeconds);
        GivenSettings.override(builder, VideoSettings.MODE, options.videoMode);
        return builder.build();
    }
}
