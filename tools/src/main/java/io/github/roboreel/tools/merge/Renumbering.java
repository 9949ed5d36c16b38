package io.github.roboreel.tools.merge;

import io.github.roboreel.format.RunFileName;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * New numbers of the runs of an env in a target that has runs of that env already. Run r becomes run {@code r +
 * runOffset}, episode e becomes episode {@code e + runOffset * numEnvs}.
 *
 * @param env name of the env
 * @param runOffset what is added to the index of a run
 * @param numEnvs environments per run, in the source and in the target
 * @param aside what is put behind the names of files that belong to no run, such as {@code env_cfg.json}, for the
 *     target has its own
 * @param runComplete what {@code run_complete.json} says of all runs together; empty when it can say nothing
 * @param videos names of the source's files that are videos of its runs
 */
public record Renumbering(
        String env, int runOffset, int numEnvs, String aside, String runComplete, SortedSet<String> videos) {
    /** Copies the names. */
    public Renumbering {
        videos = Collections.unmodifiableSortedSet(new TreeSet<>(videos));
    }

    /** The file of a run that has that name in the source; empty when it belongs to none. */
    Optional<RunFileName> ofRun(String name) {
        return RunFileName.parse(name).filter(file -> file.kind() != RunFileName.Kind.VIDEO || videos.contains(name));
    }

    /** What a regular file of the source is called in the target. */
    String nameInTarget(String name) {
        return ofRun(name).map(file -> file.withRun(run(file.run()))).orElse(name + aside);
    }

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
