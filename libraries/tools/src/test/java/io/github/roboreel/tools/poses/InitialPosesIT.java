package io.github.roboreel.tools.poses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.Examples;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.poses.InitialPoses.InitialPose;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitialPosesIT {
    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"", "--foreign", "--legacy"})
    void areWhatH5pyReads(String mode) throws Exception {
        Path folder = Examples.make(temp.resolve("example"), mode);
        String stored = Examples.run("""
                        import glob, h5py, json, sys
                        out = []
                        for p in sorted(glob.glob(sys.argv[1] + "/*/*.hdf5")):
                            f = h5py.File(p, "r")
                            for d in sorted(f["data"]):
                                g = f["data"][d]["initial_state"]
                                for k in ("articulation", "rigid_object"):
                                    for n in sorted(g[k]):
                                        out.append([d, k, n] + [float(v) for v in g[k][n]["root_pose"][0]])
                        print(json.dumps(out))
                        """, folder.toString());

        InitialPoses found = InitialPoses.read(folder);

        JsonNode expected = new ObjectMapper().readTree(stored);
        assertEquals(expected.size(), found.poses().size());
        for (int i = 0; i < expected.size(); i++) {
            InitialPose pose = found.poses().get(i);
            JsonNode row = expected.get(i);
            int number = pose.envId().orElse(pose.episode());
            assertEquals(row.get(0).asText(), "demo_" + number);
            assertEquals(row.get(1).asText(), pose.kind());
            assertEquals(row.get(2).asText(), pose.name());
            for (int k = 0; k < 7; k++) {
                assertEquals(row.get(3 + k).asDouble(), pose.rootPose().get(k));
            }
        }
        assertEquals(List.of(), found.problems());
    }

    @Test
    void runsAndEpisodesAreNumbered() throws Exception {
        Path folder = RecordedFolder.make(temp.resolve("ours"), 2, "none");

        List<InitialPose> poses = InitialPoses.read(folder).poses();

        assertEquals(
                List.of("robot", "box", "robot", "box", "robot", "box", "robot", "box"),
                poses.stream().map(InitialPose::name).toList());
        InitialPose last = poses.get(7);
        assertEquals(OptionalInt.of(1), last.run());
        assertEquals(OptionalInt.of(1), last.envId());
        assertEquals(3, last.episode());
        assertEquals(0.5, last.rootPose().get(0));
        assertEquals((float) Math.sqrt(0.5), last.rootPose().get(3));
    }

    @Test
    void read_recordingWithoutAnyPose_isANoteThatNamesTheFields() throws Exception {
        Path folder = Examples.make(temp.resolve("bare"), "");
        Examples.run("""
                import glob, h5py, sys
                for path in glob.glob(sys.argv[1] + "/*/*.hdf5"):
                    with h5py.File(path, "r+") as f:
                        for demo in f["data"].values():
                            del demo["initial_state"]
                """, folder.toString());

        InitialPoses found = InitialPoses.read(folder);

        assertEquals(List.of(), found.poses());
        assertEquals(1, found.problems().size(), found.problems().toString());
        assertEquals(
                folder + " has no initial poses: no demo has initial_state/articulation/<name>/root_pose or"
                        + " initial_state/rigid_object/<name>/root_pose; record one of them with every episode to see"
                        + " poses here",
                found.problems().get(0).text());
        assertEquals(false, found.problems().get(0).isLeftOut());
    }

    @Test
    void resetRowsThatDifferAreReported() throws Exception {
        Path folder = Examples.make(temp.resolve("foreign"), "--foreign");
        Examples.run("""
                import h5py, sys
                f = h5py.File(sys.argv[1], "r+")
                f["data/demo_1/initial_state/rigid_object/bowl/root_pose"][1, 0] += 0.1
                """, folder.resolve(Examples.ENV).resolve("run_1.hdf5").toString());

        List<FileFault> problems = InitialPoses.read(folder).problems();

        assertEquals(1, problems.size());
        assertTrue(problems.get(0).problem().contains("data/demo_1, and they differ"));
        assertEquals(false, problems.get(0).isLeftOut());
    }

    @Test
    void whatCannotBeReadIsNamedAndTheRestIsThere() throws Exception {
        Path folder = Examples.make(temp.resolve("clean"), "");
        Path run = folder.resolve(Examples.ENV).resolve("run_0.hdf5");
        Files.write(run, java.util.Arrays.copyOf(Files.readAllBytes(run), 100_000));

        InitialPoses found = InitialPoses.read(folder);

        assertEquals(8, found.poses().size());
        assertEquals(run, found.problems().get(0).file());
        assertTrue(found.problems().get(0).isLeftOut());

        InitialPoses nothing = InitialPoses.read(Files.createDirectory(temp.resolve("empty")));
        assertTrue(nothing.problems().get(0).text().contains("holds no env folder"));
    }

    @Test
    void aRunFileThatIsNoFileIsNamed() throws Exception {
        Path folder = Examples.make(temp.resolve("piped"), "");
        Path pipe = folder.resolve(Examples.ENV).resolve("run_2.hdf5");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());

        InitialPoses read = InitialPoses.read(folder);

        assertEquals(
                List.of(pipe + " is no regular file, so it was not read; move it away"),
                read.problems().stream().map(p -> p.text()).toList());
        assertEquals(
                4,
                read.poses().stream().mapToInt(InitialPose::episode).distinct().count());
    }
}
