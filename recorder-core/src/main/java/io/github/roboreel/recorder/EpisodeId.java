package io.github.roboreel.recorder;

/**
 * Which episode: the only place that forms episode numbers, demo names and file names.
 *
 * @param run index of the run, from 0
 * @param env index of the environment in the run, from 0
 * @param numEnvs environments per run
 */
public record EpisodeId(int run, int env, int numEnvs) {
    /** Name of the results file, directly in the output folder. */
    public static final String RESULTS_FILE = "episode_results.jsonl";

    /** Name of the configuration side-car in the env folder. */
    public static final String ENV_CONFIG_FILE = "env_cfg.json";

    /** Checks the ranges. */
    public EpisodeId {
        if (run < 0 || numEnvs < 1 || env < 0 || env >= numEnvs) {
            throw new IllegalArgumentException("no episode with run "
                    + run
                    + ", env "
                    + env
                    + " of "
                    + numEnvs
                    + "; expected run >= 0 and 0 <= env < num_envs");
        }
    }

    /** The number RoboLab counts by: {@code run * numEnvs + env}. */
    public int episode() {
        return run * numEnvs + env;
    }

    /** Name of the demo group below {@code data}. */
    public String demoName() {
        return "demo_" + env;
    }

    /** Name of the episode's event log. */
    public String logFileName() {
        return "log_" + run + "_env" + env + ".json";
    }

    /** Name of a run's file. */
    public static String runFileName(int run) {
        return "run_" + run + ".hdf5";
    }

    /** Name of a run's staging file. */
    public static String stagingFileName(int run) {
        return "run_" + run + ".staging";
    }
}
