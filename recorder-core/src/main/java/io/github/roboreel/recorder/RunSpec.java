package io.github.roboreel.recorder;

import io.github.roboreel.recorder.schema.TextRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * One run: where it goes and what it is about.
 *
 * @param folder the output folder, holding {@code episode_results.jsonl} and one folder per env name
 * @param envName name of the registered environment; the sub-folder's name: in Unicode form NFC, no slashes, no dot at
 *     its start, no control characters, up to 200 bytes of UTF-8
 * @param taskName name of the task, as the results show it; as every name without control characters and up to 1024
 *     bytes of UTF-8
 * @param run index of the run, from 0
 * @param episodes one entry per env, in env order
 * @param instructionType which variant the instruction is, {@code default} when there is one only
 * @param attributes labels of the task, a difficulty among them
 * @param envConfigJson the environment's configuration, a JSON object with {@code sim.dt} (s), {@code decimation} and
 *     whatever else describes it; written to {@code env_cfg.json} and into the run file
 */
public record RunSpec(
        Path folder,
        String envName,
        String taskName,
        int run,
        List<EpisodeInfo> episodes,
        String instructionType,
        List<String> attributes,
        String envConfigJson) {
    /** Version of what our files add to RoboLab's. */
    public static final int FORMAT_VERSION = 1;

    /** Checks names and counts. */
    public RunSpec {
        Objects.requireNonNull(folder, "folder");
        TextRules.requireFolderName("env name", Objects.requireNonNull(envName, "envName"), folder);
        TextRules.requireName("task name", Objects.requireNonNull(taskName, "taskName"));
        TextRules.requireName("instruction type", Objects.requireNonNull(instructionType, "instructionType"));
        Objects.requireNonNull(envConfigJson, "envConfigJson");
        episodes = List.copyOf(episodes);
        attributes = List.copyOf(attributes);
        attributes.forEach(a -> TextRules.requireName("attribute", a));
        if (run < 0) {
            throw new IllegalArgumentException("run is " + run + "; expected 0 or more");
        }
        if (episodes.isEmpty()) {
            throw new IllegalArgumentException("a run needs at least one env; given none");
        }
    }

    /** Number of parallel envs. */
    public int numEnvs() {
        return episodes.size();
    }

    /** Identity of one env's episode. */
    public EpisodeId id(int env) {
        return new EpisodeId(run, env, numEnvs());
    }

    /** The folder that holds the run's files. */
    public Path envFolder() {
        return folder.resolve(envName);
    }

    /**
     * The demos' {@code episode_metadata} until their episodes end, JSON: which steps are stored, unless all are. A
     * demo whose recorder died keeps it.
     */
    public String initialMetadataJson() {
        return PlannedRun.metadata(envConfigJson);
    }

    /** {@code <ENV>_<run>}, with the instruction type between them unless it is {@code default}. */
    public String runName() {
        String type = instructionType.equals("default") ? "" : instructionType + "_";
        return envName + "_" + type + run;
    }
}
