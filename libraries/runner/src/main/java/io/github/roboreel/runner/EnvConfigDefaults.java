package io.github.roboreel.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;

/** Entries of the environment's configuration that a simulation leaves to the runner. */
final class EnvConfigDefaults {
    private EnvConfigDefaults() {}

    /** The simulation's own configuration with what RoboLab's tools look for and it does not state. */
    static String complete(SimulationProvider provider, Simulation simulation, SimulationRequest request) {
        ObjectNode config = parse(provider.name(), simulation.envConfigJson());
        ObjectNode defaults = defaults(provider, simulation, request);
        boolean isComplete = true;
        for (var entry : defaults.properties()) {
            if (!config.has(entry.getKey())) {
                config.set(entry.getKey(), entry.getValue());
                isComplete = false;
            }
        }
        return isComplete ? simulation.envConfigJson() : config.toString();
    }

    private static ObjectNode parse(String simulationName, String json) {
        try {
            JsonNode config = new ObjectMapper().readTree(json);
            if (config instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            throw noObject(simulationName, e);
        }
        throw noObject(simulationName, null);
    }

    private static RoboReelException noObject(String simulationName, Throwable cause) {
        return new RoboReelException(
                Kind.UNSUPPORTED,
                Sentence.of("the configuration of simulation %s is no JSON object", simulationName),
                cause);
    }

    private static ObjectNode defaults(SimulationProvider provider, Simulation simulation, SimulationRequest request) {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.putObject("sim").put("dt", simulation.dtSeconds()).put("render_interval", 1);
        root.put("decimation", 1);
        root.put("num_envs", request.numEnvs());
        root.put("seed", request.seed());
        root.put("policy", request.policy());
        root.put("instruction", simulation.instruction());
        root.put("instruction_type", request.instructionType());
        root.put("_task_name", simulation.taskName());
        simulation.taskAttributes().forEach(root.putArray("_task_attributes")::add);
        root.put("simulator", provider.simulatorName());
        if (provider.takesResetOptions()) {
            String options = request.resetOptionsJson();
            root.set(
                    EpisodeMetadata.RESET_OPTIONS,
                    options.isEmpty() ? root.objectNode() : FormatJson.readOrMissing(options));
        }
        return root;
    }
}
