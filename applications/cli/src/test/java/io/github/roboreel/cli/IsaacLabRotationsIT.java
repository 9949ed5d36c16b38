package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of Isaac Lab 3, whose quaternions are x, y, z, w, and of Isaac Lab 2, whose are w, x, y, z. */
class IsaacLabRotationsIT {
    private static final String SCRIPT =
            InProcess.HOME.resolve("conformance/check_isaaclab.py").toString();
    private static final String ENV = "Isaac-Lift-Cube-Franka-v0";

    /** A cube turned by 90 degrees about z, and its rotation in an observation, too. */
    private static final String WRITE = """
            import sys, json, h5py, numpy as np
            new = sys.argv[2] == 'new'
            q = [0, 0, .70710678, .70710678] if new else [.70710678, 0, 0, .70710678]
            with h5py.File(sys.argv[1], 'w') as f:
                if new:
                    f.attrs['format_version'] = 1
                g = f.create_group('data')
                g.attrs['env_args'] = json.dumps({'env_name': 'Isaac-Lift-Cube-Franka-v0', 'type': 2})
                g.attrs['total'] = 10
                for k in range(2):
                    d = g.create_group(f'demo_{k}')
                    d.attrs['num_samples'], d.attrs['success'] = 5, True
                    pose = np.array([[.5, .1, .02, *q]], 'float32')
                    d['actions'] = np.zeros((5, 7), 'float32')
                    for kind in ('rigid_object/cube', 'articulation/robot'):
                        d[f'initial_state/{kind}/root_pose'] = pose
                        d[f'states/{kind}/root_pose'] = np.repeat(pose, 5, 0)
                    d['states/articulation/robot/joint_position'] = np.zeros((5, 7), 'float32')
                    d['obs/cube_pose'] = np.repeat(pose, 5, 0).astype('float64')
                    d['obs/eef_quat'] = np.repeat(pose[:, 3:], 5, 0)
                    d['obs/eef_matrix_pose'] = np.repeat(np.eye(4, dtype='float32')[None], 5, 0)
            """;

    private static final String ROOT_AND_ROWS = """
            import sys, h5py
            with h5py.File(sys.argv[1], 'r') as f:
                d = f['data/demo_0']
                print('format_version' in f.attrs, int(f['data'].attrs['format_version']),
                      *(d[p][0].astype('f8').round(3).tolist() for p in ('states/rigid_object/cube/root_pose', 'obs/cube_pose')),
                      d['states/rigid_object/cube/root_pose'].attrs['unit'])
            """;

    @TempDir
    Path temp;

    @Test
    void import_formatVersion1_turnsPosesOnceAndSaysSo() throws Exception {
        Path original = written("new");
        Path copy = temp.resolve("copy");
        InProcess imported = run("import", "robomimic", original, "--output-dir", copy);
        assertTrue(
                imported.out()
                        .contains("the quaternions of every 'root_pose' are turned to w, x, y, z: the file has"
                                + " x, y, z, w"),
                imported.out());
        for (String kept : List.of("obs/cube_pose", "obs/eef_quat")) {
            assertTrue(
                    imported.out().contains("'" + kept + "' is kept as it is: the file says the order"),
                    imported.out());
        }
        assertFalse(imported.out().contains("eef_matrix_pose"), imported.out());
        assertEquals(
                "False 1 [0.5, 0.1, 0.02, 0.707, 0.0, 0.0, 0.707] [0.5, 0.1, 0.02, 0.0, 0.0, 0.707, 0.707] m,"
                        + " quaternion wxyz",
                python("-c", ROOT_AND_ROWS, runFile(copy, 0)));
        assertPosesTurnedAboutZ(copy);
        assertEquals(Outcome.OK, InProcess.run("check", copy.toString()).outcome());
        for (int demo = 0; demo < 2; demo++) {
            assertEquals(
                    "9 datasets compared, 4 poses of the copy turned when loaded, 0 violations",
                    python(SCRIPT, original, "demo_" + demo, runFile(copy, demo), "demo_0"));
        }
    }

    @Test
    void import_ofAnExportOfTheCopy_turnsNothingAgain() throws Exception {
        Path copy = temp.resolve("copy");
        run("import", "robomimic", written("new"), "--output-dir", copy);
        Path exported = temp.resolve("exported.hdf5");
        run("export", "robomimic", copy, "--out", exported);
        Path again = temp.resolve("again");
        InProcess imported = run("import", "robomimic", exported, "--output-dir", again);
        assertFalse(imported.out().contains("turned"), imported.out());
        assertPosesTurnedAboutZ(again);
    }

    @Test
    void import_withoutFormatVersion_keepsPosesAsTheyAre() throws Exception {
        Path original = written("old");
        Path copy = temp.resolve("copy");
        InProcess imported = run("import", "robomimic", original, "--output-dir", copy);
        assertFalse(imported.out().contains("quaternion"), imported.out());
        assertPosesTurnedAboutZ(copy);
        assertEquals(
                "9 datasets compared, 4 poses of the copy turned when loaded, 0 violations",
                python(SCRIPT, original, "demo_0", runFile(copy, 0), "demo_0"));
    }

    @Test
    void runFile_ofIsaacLab3_isReadWithPosesInOurOrder() throws Exception {
        Path folder = temp.resolve("direct");
        Path env = Files.createDirectories(folder.resolve(ENV));
        Files.copy(written("new"), env.resolve("run_0.hdf5"));
        assertPosesTurnedAboutZ(folder);
        Path exported = temp.resolve("exported.hdf5");
        run("export", "robomimic", folder, "--out", exported);
        assertEquals("False [0.5, 0.1, 0.02, 0.707, 0.0, 0.0, 0.707]", python("-c", """
                        import sys, h5py
                        with h5py.File(sys.argv[1], 'r') as f:
                            found = []
                            f['data/demo_0'].visit(lambda n: found.append(n) if n.endswith('cube/root_pose') else None)
                            print('format_version' in f.attrs, f['data/demo_0'][found[0]][0].astype('f8').round(3).tolist())
                        """, exported));
    }

    private static void assertPosesTurnedAboutZ(Path folder) {
        InProcess poses = InProcess.run("poses", folder.toString());
        List<String> rows = poses.out().lines().skip(1).toList();
        assertEquals(4, rows.size(), poses.out() + poses.err());
        for (String row : rows) {
            assertTrue(row.endsWith(",0.5,0.1,0.02,0.70710677,0.0,0.0,0.70710677"), row);
        }
    }

    private Path written(String version) throws Exception {
        Path file = temp.resolve(version + ".hdf5");
        python("-c", WRITE, file, version);
        return file;
    }

    private static Path runFile(Path folder, int run) {
        return folder.resolve(ENV).resolve("run_" + run + ".hdf5");
    }

    private static InProcess run(Object... arguments) {
        InProcess run =
                InProcess.run(List.of(arguments).stream().map(Object::toString).toArray(String[]::new));
        assertEquals(Outcome.OK, run.outcome(), run.err());
        return run;
    }

    private static String python(Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3"));
        List.of(arguments).forEach(argument -> command.add(argument.toString()));
        Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, python.waitFor(), out);
        return out.strip();
    }
}
