package io.github.roboreel.recorder;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.Sentence;

/**
 * Identity of an episode: its number, and the names of what belongs to it.
 *
 * @param run index of the run, from 0
 * @param env index of the environment in the run, from 0
 * @param numEnvs environments per run
 */
public record EpisodeId(int run, int env, int numEnvs) {
    /** Checks the ranges. */
    public EpisodeId {
        if (run < 0 || numEnvs < 1 || env < 0 || env >= numEnvs) {
            throw new IllegalArgumentException(Sentence.of(
                    "no episode with run %s, env %s of %s; expected run >= 0 and 0 <= env < num_envs",
                    run, env, numEnvs));
        }
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
