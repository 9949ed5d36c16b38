package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.cli.ChildJvm;
import io.github.roboreel.cli.InProcess;
import io.github.roboreel.cli.base.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task file outside the checkout that brings objects of its own: one entry each. */
class OwnObjectIT {
    private static final String TASK = """
            name: CanInBowlTask
            instructions: {default: Put the can in the bowl}
            attributes: [pick_and_place, simple]
            target: can
            container: bowl
            episode_length_s: 20.0
            objects:
              can: {x_m: [0.4, 0.5], y_m: [-0.2, -0.1], yaw_rad: [-3, 3],
                    shape: cylinder, size_m: [0.05, 0.08], mass_kg: 0.1, color: "#2060c0"}
              bowl: {x_m: [0.42, 0.56], y_m: [0.08, 0.22], yaw_rad: [0, 0]}
              brick: {x_m: [0.36, 0.60], y_m: [-0.28, 0.28], yaw_rad: [-0.8, 0.8],
                      shape: box, size_m: [0.09, 0.04, 0.03], mass_kg: 0.2, color: "#a04020"}
            subtasks:
              - name: pick_and_place
                groups:
                  can: [{condition: object_placed_in_container, container: bowl, weight: 1}]
            """;

    @TempDir
    Path folder;

    @Test
    void itIsRecordedCheckedAndHasItsBox() throws Exception {
        Files.writeString(folder.resolve("CanInBowlTask.yaml"), TASK);
        ChildJvm record = ChildJvm.run(
                folder,
                "record",
                "--task",
                "./CanInBowlTask.yaml",
                "--policy",
                "hold",
                "--num-envs",
                "3",
                "--max-steps",
                "20",
                "--video-mode",
                "none",
                "--output-dir",
                "out",
                "--output-folder-name",
                "cans");
        assertEquals(0, record.exitCode(), record.err());
        assertEquals("boxes and masses are right\n", ChildJvm.python("-c", """
                import h5py, json, numpy as np, os, sys
                os.chdir(sys.argv[1])
                sizes = {'can': [0.05, 0.05, 0.08], 'brick': [0.09, 0.04, 0.03]}
                with h5py.File('out/cans/CanInBowlTask/run_0.hdf5') as f:
                    for env in range(3):
                        demo = f['data/demo_%d' % env]
                        names = sorted([*sizes, 'bowl'])
                        assert sorted(demo['bbox/bbox_mm']) == sorted(demo['bbox/centroid']) == names
                        assert sorted(demo['states/rigid_object']) == names
                        for name, size in sizes.items():
                            box = demo['bbox/bbox_mm/' + name][-1].astype(float)
                            for bit, edge in zip((1, 2, 4), size):
                                assert abs(np.linalg.norm(box[bit] - box[0]) - 1000 * edge) < 2, (name, box)
                            pose = demo['states/rigid_object/%s/root_pose' % name][-1]
                            assert np.allclose(box.mean(0) / 1000, pose[:3], atol=0.001)
                            assert abs(pose[2] - size[2] / 2) < 0.003, pose
                            assert np.allclose(demo['bbox/centroid/' + name][-1], pose[:3], atol=0.001)
                scene = json.load(open('out/cans/CanInBowlTask/env_cfg.json'))['scene']
                assert scene['can']['mass_kg'] == 0.1 and scene['brick']['mass_kg'] == 0.2 and 'banana' not in scene
                print('boxes and masses are right')
                """, folder.toString()));
        InProcess check = InProcess.run("check", folder.resolve("out/cans").toString());
        assertEquals(Outcome.OK, check.outcome(), check.out() + check.err());
    }
}
