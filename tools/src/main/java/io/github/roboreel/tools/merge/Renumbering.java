package io.github.roboreel.tools.merge;

/**
 * How the runs of an env are numbered in a target that has runs of that env already. Run r becomes
 * run {@code r + runOffset}, episode e becomes episode {@code e + runOffset * numEnvs}.
 *
 * @param env name of the env
 * @param runOffset what is added to the index of a run
 * @param numEnvs environments per run, in the source and in the target
 * @param aside what is put behind the names of files that belong to no run, such as {@code
 *     env_cfg.json}, for the target has its own
 * @param runComplete what {@code run_complete.json} says of all runs together; empty when it can
 *     promise nothing
 */
public record Renumbering(
        String env, int runOffset, int numEnvs, String aside, String runComplete) {
    int run(int run) {
        return Math.addExact(run, runOffset);
    }

    int episode(int episode) {
        return Math.addExact(episode, episodeOffset());
    }

    /** What is added to the number of an episode. */
    public int episodeOffset() {
        return Math.multiplyExact(runOffset, numEnvs);
    }
}
