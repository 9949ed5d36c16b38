package io.github.roboreel.simulator.run;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulator.physics.SimulationSettings;
import io.github.roboreel.simulator.policy.Policies;
import io.github.roboreel.simulator.record.TabletopSchema;
import io.github.roboreel.simulator.render.CameraPlan;
import io.github.roboreel.simulator.task.EnvConfigJson;
import io.github.roboreel.simulator.task.TaskDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Specification of a recording of the tabletop: task, policy, number of parallel envs, seed, cameras. Immutable.
 *
 * @param task the task of every env
 * @param settings time steps and step limit
 * @param policy name of the policy, see {@link Policies}
 * @param instructionType which of the task's instructions is given
 * @param numEnvs parallel envs, at least 1
 * @param seed seed of the recording; each episode gets its own from it, see {@link #episodeSeed}
 * @param cameras which cameras are rendered and what for
 */
public record TabletopBatch(
        TaskDefinition task,
        SimulationSettings settings,
        String policy,
        String instructionType,
        int numEnvs,
        long seed,
        CameraPlan cameras) {
    /** Of an env with its policy, as measured with 2400 of them. */
    private static final long ENV_BYTES = 50_000;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException when the policy or the instruction type is unknown (naming the known ones), or
     *     {@code numEnvs} is below 1
     */
    public TabletopBatch {
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(cameras, "cameras");
        task.instruction(instructionType);
        Policies.create(policy);
        if (numEnvs < 1) {
            throw new IllegalArgumentException("The number of envs must be at least 1, given " + numEnvs + ".");
        }
    }

    /**
     * About how many bytes the envs take, and the renderers of so many workers.
     *
     * @param workers threads that step the envs
     */
    public long memoryBytes(int workers) {
        long renderers = Math.min(workers, numEnvs) * cameras.rendererBytes();
        return numEnvs * (ENV_BYTES + cameras.frameBytes()) + renderers;
    }

    /** Seed of one episode: {@code seed + run * numEnvs + env}, never negative. */
    public long episodeSeed(int run, int env) {
        return (seed + (long) run * numEnvs + env) & Long.MAX_VALUE;
    }

    /**
     * Most control steps an episode can have: the settings' limit, or else as many as the task's episode length takes.
     */
    public int maxSteps() {
        return settings.stepLimit(task);
    }

    /** The instruction text. */
    public String instruction() {
        return task.instruction(instructionType);
    }

    /**
     * The fields to record, from a schema file such as {@code config/schema/tabletop.yaml}: without the fields of
     * objects that the task has not, with the images of the cameras that are rendered; those that only a video wants
     * are not stored.
     */
    public FieldSchema schema(Path schemaFile) {
        return TabletopSchema.load(schemaFile, task, cameras);
    }

    /** Describes one run for the recorder; the task's name is the env name. */
    public RunSpec runSpec(Path outputFolder, int run) {
        List<EpisodeInfo> episodes = new ArrayList<>();
        for (int env = 0; env < numEnvs; env++) {
            episodes.add(new EpisodeInfo(instruction(), policy, episodeSeed(run, env), settings.controlDtSeconds()));
        }
        return RunSpec.builder(outputFolder, task.name())
                .run(run)
                .episodes(episodes)
                .instructionType(instructionType)
                .attributes(task.attributes())
                .envConfigJson(EnvConfigJson.of(this))
                .build();
    }
}
