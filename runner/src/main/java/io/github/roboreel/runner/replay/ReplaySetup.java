package io.github.roboreel.runner.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.runner.Batch;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.TaskInfo;
import io.github.roboreel.tools.RecordingDifference;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Prepares the simulation that an episode is replayed in, as it was recorded as far as its configuration tells. */
final class ReplaySetup {
    private static final String SIMULATOR = "simulator";
    private static final String SCENE = "scene";

    private final ReplayRequest request;

    ReplaySetup(ReplayRequest request) {
        this.request = request;
    }

    /**
     * A batch of the one episode.
     *
     * @param run its number in the recording of the replay
     * @throws RoboReelException when there is no simulation for it, or that refuses it
     */
    Batch batch(RecordedDemo demo, RecordedActions actions, int run) throws IOException {
        JsonNode config = config(demo);
        SimulationProvider provider = provider(config);
        SimulationRequest simulated = new SimulationRequest(
                task(provider, config, demo),
                config.path("instruction_type").asText(TaskInfo.DEFAULT_INSTRUCTION),
                demo.text(AttributeNames.POLICY),
                1,
                demo.seed() - run,
                demo.maxSteps(),
                cameras(demo, config),
                request.configFolder(),
                request.withRecordedConfig() ? FormatJson.text(config) : null);
        Batch batch = new Batch(provider, actions, actions.name(), simulated);
        demo.requireFits(provider.name(), batch.simulation());
        return batch;
    }

    private static JsonNode config(RecordedDemo demo) {
        JsonNode config = demo.episode().env().config();
        if (!config.isObject()) {
            throw new RoboReelException(
                    Kind.UNSUPPORTED,
                    "there is no configuration in " + demo.episode().env().configFile()
                            + ", which says what was simulated");
        }
        return config;
    }

    private SimulationProvider provider(JsonNode config) {
        if (request.simulation().isPresent()) {
            return request.simulation().get();
        }
        List<SimulationProvider> all = SimulationProvider.all();
        String recorded = config.path(SIMULATOR).asText();
        return all.stream()
                .filter(provider -> provider.simulatorName().equals(recorded))
                .findFirst()
                .orElseThrow(() -> new RoboReelException(
                        Kind.UNSUPPORTED,
                        Sentence.of(
                                "no simulation says that it recorded for simulator '%s'; %s; choose one with --env",
                                recorded,
                                KnownNames.hint(
                                        recorded,
                                        all.stream()
                                                .map(SimulationProvider::simulatorName)
                                                .toList()))));
    }

    private String task(SimulationProvider provider, JsonNode config, RecordedDemo demo) {
        String task = config.path("_task_name").asText(demo.episode().env().name());
        List<String> known = provider.taskNames(request.configFolder());
        if (!request.withRecordedConfig() && !known.contains(task)) {
            throw new RoboReelException(
                    Kind.UNSUPPORTED,
                    Sentence.of("there is no task '%s' any more; replay with --env-config recorded", task));
        }
        return task;
    }

    /** Pictures are rendered again only where they were stored. */
    private static CameraRequest cameras(RecordedDemo demo, JsonNode config) throws IOException {
        Optional<ImageSize> stored = demo.imageSize();
        return new CameraRequest(stored.orElse(declaredSize(config)), stored.isPresent(), false, false);
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

    /** Sentences about what the configurations of recording and replay differ in. */
    List<String> differences(RecordedDemo demo, Batch batch) {
        JsonNode now = FormatJson.readOrMissing(batch.envConfigJson());
        return RecordingDifference.ofConfigs(demo.episode().env().config(), now).stream()
                .filter(difference -> !difference.what().equals(RecordingDifference.MAX_STEPS))
                .map(difference -> Sentence.of(
                        "%s was %s in the recording and is %s now",
                        difference.what(), difference.one(), difference.other()))
                .toList();
    }
}
