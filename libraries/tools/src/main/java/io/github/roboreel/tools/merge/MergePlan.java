package io.github.roboreel.tools.merge;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.roboreel.format.RunFileName;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A merge that is to be carried out, in the form in which it is noted down before anything is touched.
 *
 * @param target the folder that everything goes into, absolute
 * @param copy whether the sources stay as they are
 * @param sources in the order given
 * @param resultBytesBefore size of the target's results before
 * @param resultBytesAdded what is appended to them
 * @param annotationBytesBefore size of the target's annotations before; an earlier version noted none
 * @param notes sentences about what a user may wonder at later
 */
public record MergePlan(
        String target,
        boolean copy,
        List<Source> sources,
        long resultBytesBefore,
        long resultBytesAdded,
        long annotationBytesBefore,
        List<String> notes) {
    /**
     * A folder to merge.
     *
     * @param folder its path, absolute
     * @param envs names of its env folders
     * @param results name of its results file; empty without one
     * @param renumbered those of the envs of which the target has runs already; version 0.1.0 noted none
     * @param resultsAside where the results file goes when its lines are in the target, absolute; in the target, unless
     *     something stays in the source
     * @param annotationsAside the same of the annotations; empty without such a file
     * @param counts how many lines the results have; in the journal its numbers stand beside the others
     * @param leftBehind names of other files, which stay where they are
     */
    public record Source(
            String folder,
            List<String> envs,
            List<Renumbering> renumbered,
            String results,
            String resultsAside,
            String annotationsAside,
            @JsonUnwrapped Lines counts,
            List<String> leftBehind) {
        /** How the runs of an env are numbered; empty when they keep their numbers. */
        public Optional<Renumbering> renumbering(String env) {
            return renumbered.stream().filter(r -> r.env().equals(env)).findFirst();
        }

        /** Copies the lists. */
        public Source {
            envs = List.copyOf(envs);
            renumbered = renumbered == null ? List.of() : List.copyOf(renumbered);
            annotationsAside = annotationsAside == null ? "" : annotationsAside;
            leftBehind = List.copyOf(leftBehind);
        }
    }

    /**
     * Numbers of lines of a file.
     *
     * @param lines result lines
     * @param unreadable lines that are no results and stay in the file set aside
     * @param doubtful lines among the result lines that readers leave out: they are not UTF-8, or too long
     */
    public record Lines(int lines, int unreadable, int doubtful) {
        boolean areFaulty() {
            return unreadable + doubtful > 0;
        }
    }

    /** Copies the lists. */
    public MergePlan {
        sources = List.copyOf(sources);
        notes = notes == null ? List.of() : List.copyOf(notes);
    }

    /** Whether something of a source is in the target neither as a folder nor as a clean line. */
    public boolean leavesDataBehind() {
        return sources.stream()
                .anyMatch(s -> s.counts().areFaulty() || s.leftBehind().contains("episode_metrics.json"));
    }

    /**
     * New numbers of the runs of an env in a target that has runs of that env already. Run r becomes run {@code r +
     * runOffset}, episode e becomes episode {@code e + runOffset * numEnvs}.
     *
     * @param env name of the env
     * @param runOffset what is added to the index of a run
     * @param numEnvs demos that a run file has places for, in the source and in the target
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
            return RunFileName.parse(name)
                    .filter(file -> file.kind() != RunFileName.Kind.VIDEO || videos.contains(name));
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
}
