package io.github.roboreel.runner.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.Provenance;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.TaskInfo;
import io.github.roboreel.tools.RecordingDifference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prepares the simulation that an episode is replayed in, as it was recorded as far as its configuration says. */
final class ReplaySetup {
    private static final String SIMULATOR = "simulator";
    private static final String TASK_NAME = "_task_name";
    private static final String SCENE = "scene";
    private static final String NOW = "%s was %s in the recording and is %s now";

    private final ReplayRequest request;
    private final ReplayRequest.World world;

    ReplaySetup(ReplayRequest request) {
        this.request = request;
        world = request.world();
    }

    /**
     * A batch of the one episode.
     *
     * @param run its number in the recording of the replay
     * @throws RoboReelException when there is no simulation for it, or that refuses it
     */
    RecordingBatch batch(RecordedDemo demo, RecordedActions actions, int run) throws IOException {
        JsonNode config = config(demo);
        SimulationProvider provider = provider(config);
        requireTakesResetOptions(demo, provider);
        String task = config.path(TASK_NAME).asText(demo.episode().env().name());
        SimulationRequest simulated = new SimulationRequest(
                task(provider, task),
                config.path("instruction_type").asText(TaskInfo.DEFAULT_INSTRUCTION),
                demo.text(AttributeNames.POLICY),
                1,
                seedOfRun0(demo, run),
                demo.maxSteps(config),
                cameras(demo, config),
                world.configFolder(),
                world.withRecordedConfig() ? asSimulated(config) : null,
                demo.resetOptions());
        RecordingBatch batch = new RecordingBatch(provider, actions, actions.name(), simulated);
        requireTask(task, batch);
        demo.requireFits(provider.name(), batch.simulation(), request.restoreEvery() > 0);
        return batch;
    }

    private static void requireTakesResetOptions(RecordedDemo demo, SimulationProvider provider) {
        if (!demo.resetOptions().isEmpty() && !provider.takesResetOptions()) {
            throw unsupported(
                    "its env was reset with options, and simulation %s takes none; choose one that does with"
                            + " --env, or load its plug-in",
                    provider.name());
        }
    }

    /** A simulation may return what it is given as its own configuration; what the recorder adds is not part of it. */
    private static String asSimulated(JsonNode config) {
        ObjectNode given = config.deepCopy();
        given.remove(
                List.of(EnvConfig.PROVENANCE, EnvConfig.FIELDS, EnvConfig.ACTION_SPACE, EnvConfig.OBSERVATION_SPACE));
        return FormatJson.text(given);
    }

    /** What gives this run the demo's seed. Seeds wrap around at 2^63, so that there is one for every run. */
    private static long seedOfRun0(RecordedDemo demo, int run) {
        return (demo.seed() - run) & Long.MAX_VALUE;
    }

    private static JsonNode config(RecordedDemo demo) {
        JsonNode config = demo.episode().env().config();
        if (!config.isObject()) {
            throw unsupported(
                    "there is no configuration in %s, which says what was simulated",
                    demo.episode().env().configFile());
        }
        return config;
    }

    private static RoboReelException unsupported(String format, Object... values) {
        return new RoboReelException(Kind.UNSUPPORTED, Sentence.of(format, values));
    }

    private SimulationProvider provider(JsonNode config) {
        if (world.simulation().isPresent()) {
            return world.simulation().get();
        }
        List<SimulationProvider> all = SimulationProvider.all();
        String recorded = config.path(SIMULATOR).asText();
        List<String> known = all.stream().map(SimulationProvider::simulatorName).toList();
        return all.stream()
                .filter(provider -> provider.simulatorName().equals(recorded))
                .findFirst()
                .orElseThrow(() -> unsupported(
                        "no simulation says that it recorded for simulator '%s'; %s; choose one with --env, or load its"
                                + " plug-in",
                        recorded, KnownNames.hint(recorded, known)));
    }

    private String task(SimulationProvider provider, String recorded) {
        if (world.taskFile().isPresent() && !provider.takesTaskFiles()) {
            throw unsupported("simulation %s takes no task files", provider.name());
        }
        boolean isKnown = world.withRecordedConfig()
                || world.taskFile().isPresent()
                || provider.taskNames(world.configFolder()).contains(recorded);
        if (!isKnown) {
            throw unsupported(
                    "there is no task '%s' in %s; name its file by --env-config FILE, or replay with --env-config"
                            + " recorded",
                    recorded, world.configFolder());
        }
        return world.taskFile().orElse(recorded);
    }

    private void requireTask(String recorded, RecordingBatch batch) {
        String task = batch.simulation().taskName();
        if (world.taskFile().isPresent() && !task.equals(recorded)) {
            throw unsupported(
                    "its task is %s, that of %s is %s",
                    recorded, world.taskFile().get(), task);
        }
    }

    /** Pictures are rendered again only where they were stored, or are put beside a recorded video. */
    private CameraRequest cameras(RecordedDemo demo, JsonNode config) throws IOException {
        Optional<ImageSize> stored = demo.imageSize();
        return new CameraRequest(
                stored.orElse(declaredSize(config)),
                stored.isPresent(),
                false,
                video(demo).isPresent());
    }

    /** The recorded video that the replay's is put beside; empty when there is none, or nothing is kept. */
    Optional<Path> video(RecordedDemo demo) {
        return request.output().flatMap(folder -> demo.viewportVideo());
    }

    private static ImageSize declaredSize(JsonNode config) {
        for (JsonNode part : config.path(SCENE)) {
            int width = LenientJson.integer(part.path("width")).orElse(0);
            int height = LenientJson.integer(part.path("height")).orElse(0);
            if (width > 0 && height > 0) {
                return new ImageSize(width, height);
            }
        }
        return ImageSize.DEFAULT;
    }

    /** Sentences about what the configurations of recording, its run file, and replay differ in. */
    List<String> differences(RecordedDemo demo, RecordingBatch batch) {
        JsonNode recorded = demo.episode().env().config();
        List<String> sentences = new ArrayList<>();
        sentences.addAll(differences(
                "%s is %s in env_cfg.json, which is replayed, and %s in the run file",
                recorded, FormatJson.readOrMissing(demo.episode().runConfigJson())));
        sentences.addAll(differences(NOW, recorded, FormatJson.readOrMissing(batch.envConfigJson())));
        return sentences;
    }

    /** Sentences about what software and machine differ in, as far as both are known. */
    List<String> provenance(RecordedDemo demo, Provenance replayed) {
        return differences(NOW, FormatJson.readOrMissing(demo.episode().provenanceJson()), FormatJson.tree(replayed));
    }

    private static List<String> differences(String sentence, JsonNode one, JsonNode other) {
        return RecordingDifference.ofConfigs(one, other).stream()
                .filter(difference -> !difference.what().equals(RecordingDifference.MAX_STEPS))
                .map(difference -> Sentence.of(sentence, difference.what(), difference.one(), difference.other()))
                .toList();
    }
}
