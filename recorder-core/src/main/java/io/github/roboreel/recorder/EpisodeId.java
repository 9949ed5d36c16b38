package io.github.roboreel.recorder;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;

/**
 * Identity of an episode: its number, and the names of what belongs to it.
 *
 * @param run index of the run, from 0
 * @param env number of the demo in its run, from 0: that of the env, unless episodes are continuous; the results'
 *     {@code env_id}
 * @param numEnvs demos of a run: its envs, or {@code episodes_per_file}
 * @param simEnv the simulator's env, from 0
 */
public record EpisodeId(int run, int env, int numEnvs, int simEnv) {
    /** Checks the ranges. */
    public EpisodeId {
        if (run < 0 || numEnvs < 1 || env < 0 || env >= numEnvs) {
            throw new IllegalArgumentException(Sentence.of(
                    "no episode with run %s, env %s of %s; expected run >= 0 and 0 <= env < num_envs",
                    run, env, numEnvs));
        }
    }

    /** Of a run in which each env has one episode. */
    public EpisodeId(int run, int env, int numEnvs) {
        this(run, env, numEnvs, env);
    }

    /** The number RoboLab counts by: {@code run * numEnvs + env}. */
    public int episode() {
        return run * numEnvs + env;
    }

    /** Name of the demo group below {@code data}. */
    public String demoName() {
        return DemoPaths.demo(env);
    }

    /** Name of the episode's event log. */
    public String logFileName() {
        return RunFolder.logFile(run, env);
    }
}
