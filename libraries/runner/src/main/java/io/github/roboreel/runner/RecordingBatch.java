package io.github.roboreel.runner;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Provenance;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.VectorEnv;
import io.github.roboreel.simulation.VectorPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A recording that can be made: a simulation, who acts in it, and in how many envs. Immutable. */
public final class RecordingBatch {
    private final Simulation simulation;
    private final PolicyProvider policyProvider;
    private final PolicyChoice choice;
    private final SimulationRequest request;
    private final FieldSchema schema;
    private final String envConfigJson;
    private final Provenance provenance;

    /** Prepares a recording with a policy that takes no file of its own. */
    public RecordingBatch(
            SimulationProvider simulationProvider,
            PolicyProvider policyProvider,
            String policy,
            SimulationRequest request) {
        this(
                simulationProvider,
                policyProvider,
                new PolicyChoice(policy, Optional.empty(), request.configFolder()),
                request);
    }

    /**
     * Prepares a recording.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when simulator or policy refuse the request; of kind UNSUPPORTED,
     *     when the simulation's schema does not fit its actions
     */
    public RecordingBatch(
            SimulationProvider simulationProvider,
            PolicyProvider policyProvider,
            PolicyChoice choice,
            SimulationRequest request) {
        this.policyProvider = policyProvider;
        this.choice = choice;
        this.request = request;
        requireTakesResetOptions(simulationProvider);
        simulation = simulationProvider.create(request);
        schema = described(simulation, simulation.schema());
        requireActions(simulationProvider.name());
        policyProvider.objectionTo(choice, simulation).ifPresent(objection -> {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    Sentence.of(
                            "policy %s cannot act in %s: %s",
                            policyProvider.name(), simulationProvider.name(), objection));
        });
        envConfigJson = EnvConfigDefaults.complete(simulationProvider, simulation, request);
        provenance = SimulationProvenance.of(simulationProvider, simulation);
    }

    /** What the simulation's action space says of an action is said of the recorded one, unless its field says it. */
    private static FieldSchema described(Simulation simulation, FieldSchema schema) {
        ActionSpace space = simulation.actionSpace();
        if (!schema.has(DemoPaths.ACTIONS)) {
            return schema;
        }
        FieldSpec actions = schema.field(DemoPaths.ACTIONS).spec();
        boolean isSaid = !actions.signal().isEmpty() || actions.elements() != space.size();
        return isSaid ? schema : schema.with(DemoPaths.ACTIONS, space.signal(actions.unit()));
    }

    private void requireTakesResetOptions(SimulationProvider provider) {
        if (!request.resetOptionsJson().isEmpty() && !provider.takesResetOptions()) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT, Sentence.of("simulation %s takes no reset options; give none", provider.name()));
        }
    }

    private void requireActions(String simulationName) {
        int size = simulation.actionSpace().size();
        boolean fits = false;
        if (schema.has(DemoPaths.ACTIONS)) {
            FieldSpec actions = schema.field(DemoPaths.ACTIONS).spec();
            boolean isFloat = actions.dtype().isFloating() && actions.dtype().widened() == actions.dtype();
            fits = isFloat && actions.elements() == size;
        }
        if (!fits) {
            throw new RoboReelException(
                    Kind.UNSUPPORTED,
                    Sentence.of(
                            "the schema of simulation %s needs a field %s of %d values, float32 or float64, as its action"
                                    + " space has",
                            simulationName, DemoPaths.ACTIONS, size));
        }
    }

    /** What is simulated. */
    public Simulation simulation() {
        return simulation;
    }

    /** What was asked for. */
    public SimulationRequest request() {
        return request;
    }

    /** Who acts, as recordings name it. */
    public String policyName() {
        return request.policy();
    }

    /** Parallel envs. */
    public int numEnvs() {
        return request.numEnvs();
    }

    /** Seed of the recording's first episode. */
    public long seed() {
        return request.seed();
    }

    /** The fields to record. */
    public FieldSchema schema() {
        return schema;
    }

    /** Most control steps an episode can have. */
    public int maxSteps() {
        return simulation.maxSteps();
    }

    /**
     * Seed of one episode: {@code seed + episode}, never negative.
     *
     * @param episode its number, from 0
     */
    public long episodeSeed(long episode) {
        return (seed() + episode) & Long.MAX_VALUE;
    }

    /** The environment's configuration, JSON. */
    public String envConfigJson() {
        return envConfigJson;
    }

    /** Describes one run for the recorder; the task's name is the env name. */
    public RunSpec runSpec(Path outputFolder, int run) {
        return runSpec(outputFolder, run, numEnvs());
    }

    /**
     * As {@link #runSpec(Path, int)}, the first run of continuous episodes.
     *
     * @param demosPerRun places for demos in a run file
     */
    public RunSpec runSpec(Path outputFolder, int run, int demosPerRun) {
        List<EpisodeInfo> episodes = new ArrayList<>();
        for (int env = 0; env < numEnvs(); env++) {
            long seed = episodeSeed((long) run * demosPerRun + env);
            episodes.add(new EpisodeInfo(simulation.instruction(), policyName(), seed, simulation.dtSeconds()));
        }
        return RunSpec.builder(outputFolder, simulation.taskName())
                .run(run)
                .episodes(episodes)
                .instructionType(request.instructionType())
                .attributes(simulation.taskAttributes())
                .envConfigJson(envConfigJson)
                .provenance(provenance)
                .build();
    }

    VectorPolicy policy(VectorEnv envs, int size) {
        return policyProvider.create(new PolicyRequest(choice, simulation, envs, size));
    }
}
