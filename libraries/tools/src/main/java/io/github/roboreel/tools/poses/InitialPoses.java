package io.github.roboreel.tools.poses;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StoredDemo;
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The initial poses of all demos of a folder: the first row of {@code initial_state/<kind>/<name>/root_pose}, which
 * RoboLab's tools use too.
 *
 * @param poses demo by demo, articulations before rigid objects, each by name
 * @param problems what could not be read; and demos whose reset rows differ, so that the episode really began with the
 *     last of them
 */
public record InitialPoses(List<InitialPose> poses, List<FileFault> problems) {
    private static final Pattern ROOT_POSE =
            Pattern.compile(DemoPaths.INITIAL_STATE + "/(articulation|rigid_object)/(.+)/root_pose");
    private static final int POSE = 7;

    public InitialPoses {
        poses = List.copyOf(poses);
        problems = List.copyOf(problems);
    }

    /**
     * Reads them.
     *
     * @throws IOException when there is no such folder or it cannot be listed
     */
    public static InitialPoses read(Path path) throws IOException {
        ResultFolder folder = ResultFolder.open(path);
        List<InitialPose> poses = new ArrayList<>();
        List<FileFault> problems = new ArrayList<>();
        List<FileFault> withoutPose = new ArrayList<>();
        if (folder.envs().isEmpty()) {
            problems.add(FileFault.leftOut(path, "holds no env folder", "give an output folder"));
        }
        for (EnvFolder env : folder.envs()) {
            problems.addAll(folder.problemsOf(env));
            new StoredDemos(env, problems)
                    .visitAll(demo -> addDemo(path, env, demo, poses, problems).ifPresent(withoutPose::add));
        }
        boolean hasNone =
                poses.isEmpty() && !withoutPose.isEmpty() && problems.stream().noneMatch(FileFault::isLeftOut);
        problems.addAll(hasNone ? List.of(none(path)) : withoutPose);
        return new InitialPoses(poses, problems);
    }

    private static FileFault none(Path folder) {
        return FileFault.doubtful(
                folder,
                0,
                "has no initial poses: no demo has initial_state/articulation/<name>/root_pose or"
                        + " initial_state/rigid_object/<name>/root_pose",
                "record one of them with every episode to see poses here");
    }

    /** Adds what it has; a fault of it when it has none and should have. */
    private static Optional<FileFault> addDemo(
            Path folder, EnvFolder env, StoredDemo demo, List<InitialPose> poses, List<FileFault> problems)
            throws IOException {
        boolean isDiscarded = EpisodeStatus.DISCARDED
                .label()
                .equals(demo.reader().attributes().get(AttributeNames.STATUS));
        List<InitialPose> found = new ArrayList<>();
        boolean rowsDiffer = false;
        for (String path : demo.reader().paths()) {
            Matcher match = ROOT_POSE.matcher(path);
            if (isDiscarded || !match.matches()) {
                continue;
            }
            DatasetInfo info = demo.reader().info(path);
            if (info.rowElements() != POSE || info.rows() == 0) {
                problems.add(missing(demo, path + " has no row of 7 values"));
                continue;
            }
            double[] first = demo.reader().readDoubles(path, 0, 1);
            double[] last = demo.reader().readDoubles(path, info.rows() - 1, info.rows());
            rowsDiffer |= !Arrays.equals(first, last);
            found.add(pose(folder, env, demo, match, first));
        }
        if (rowsDiffer) {
            problems.add(FileFault.doubtful(
                    demo.file().path(),
                    0,
                    "has several reset rows in "
                            + demo.path()
                            + ", and they differ: the first is shown, the episode began"
                            + " with the last",
                    "read initial_state from the file where that matters"));
        }
        poses.addAll(found);
        return found.isEmpty() && !isDiscarded ? Optional.of(missing(demo, "no initial pose")) : Optional.empty();
    }

    private static FileFault missing(StoredDemo demo, String what) {
        return FileFault.leftOut(
                demo.file().path(), "has in " + demo.path() + ": " + what, "record initial_state with every episode");
    }

    private static InitialPose pose(Path folder, EnvFolder env, StoredDemo demo, Matcher path, double[] row) {
        return new InitialPose(
                folder,
                env.name(),
                demo.file().run(),
                demo.envId(),
                demo.episode(),
                path.group(1),
                path.group(2),
                Arrays.stream(row).boxed().toList());
    }

    /**
     * Pose of one robot or object when an episode began.
     *
     * @param folder the output folder
     * @param envName name of the env
     * @param run index of the run; empty in a legacy file
     * @param envId index of the environment; empty in a legacy file
     * @param episode number of the episode
     * @param kind {@code articulation} or {@code rigid_object}
     * @param name its name
     * @param rootPose shape (7): position x, y, z in the env's frame, m; orientation as a quaternion w, x, y, z
     */
    public record InitialPose(
            Path folder,
            String envName,
            OptionalInt run,
            OptionalInt envId,
            int episode,
            String kind,
            String name,
            List<Double> rootPose) {
        public InitialPose {
            rootPose = List.copyOf(rootPose);
        }
    }
}
