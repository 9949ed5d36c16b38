package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --transform} makes of the arrays of a robomimic file, beside h5py. */
class ExportTransformIT {
    private static final String BOTH = """
            import h5py, sys, numpy as np
            from PIL import Image
            out = h5py.File(sys.argv[1], 'r')['data']['demo_0']
            src = h5py.File(sys.argv[2] + '/BananaInBowlTask/run_0.hdf5', 'r')['data']['demo_0']
            def paths(demo):
                found = []
                demo.visititems(lambda name, node: found.append(name) if isinstance(node, h5py.Dataset) else None)
                return set(found)
            """;

    @TempDir
    Path temp;

    private TakeToExport take;

    @BeforeEach
    void copyTake() throws IOException {
        take = TakeToExport.copy(RecordedTakes.withImages(), temp);
    }

    private String exported(String check, String... transforms) throws Exception {
        Files.deleteIfExists(take.target());
        InProcess done = take.export(transforms);
        assertEquals(Outcome.OK, done.outcome(), done.err());
        return ChildJvm.python(
                        "-c",
                        BOTH + check,
                        take.target().toString(),
                        take.folder().toString())
                .strip();
    }

    @Test
    void fieldsAreDroppedRenamedCutAndMadeRelative() throws Exception {
        String printed = exported(
                """
                assert 'obs/over_shoulder_camera' in src and not any('obs/wrist_camera' in p for p in paths(out)), paths(out)
                assert (out['obs/gripper'][...] == src['obs/gripper_pos'][...]).all()
                assert 'obs/gripper_pos' not in paths(out)
                joints = src['obs/arm_joint_pos'][...]
                assert (out['obs/arm_joint_pos'][...] == joints[:, 1:4]).all()
                wanted = src['actions'][...].astype(float)
                wanted[:, :2] -= joints[:, 1:3]
                assert (out['actions'][...] == wanted.astype(out['actions'].dtype)).all()
                print(out.attrs['attributes/transforms'])
                """,
                "--transform=drop=obs/wrist_*",
                "--transform=rename=obs/gripper_pos:obs/gripper",
                "--transform=slice=obs/arm_joint_pos[1:4]",
                "--transform=relative=actions:obs/arm_joint_pos[0:2]");

        assertEquals(
                "drop=obs/wrist_*; rename=obs/gripper_pos:obs/gripper; slice=obs/arm_joint_pos[1:4];"
                        + " relative=actions:obs/arm_joint_pos[0:2]",
                printed);
    }

    @Test
    void picturesAreResizedAsPillowDoes() throws Exception {
        assertEquals("(12, 24, 40, 3)", exported("""
                        for step in range(12):
                            picture = Image.fromarray(src['obs/wrist_camera'][step]).resize((40, 24), Image.BILINEAR)
                            assert (out['obs/wrist_camera'][step] == np.asarray(picture)).all()
                        print(out['obs/wrist_camera'].shape)
                        """, "--transform=resize=obs/wrist_camera:24x40"));
    }

    @Test
    void halfTheRateTakesEverySecondStepAndTheOwnRateAll() throws Exception {
        assertEquals("6", exported("""
                        for path in ('actions', 'obs/arm_joint_pos', 'obs/wrist_camera'):
                            assert (out[path][...] == src[path][::2]).all(), path
                        print(out.attrs['num_samples'])
                        """, "--transform=resample=7.5"));
        assertEquals("12", exported("""
                        for path in ('actions', 'obs/arm_joint_pos', 'obs/wrist_camera', 'rewards'):
                            assert path not in src or (out[path][...] == src[path][...]).all(), path
                        print(len(out['actions']))
                        """, "--transform=resample=15"));
    }

    @Test
    void windowsThatTheEndCutsOffAreFilledUpAndLoseWhatWasObservedLast() throws Exception {
        assertEquals("3", exported("""
                        rows = np.minimum(np.arange(3)[:, None] * 5 + np.arange(4), 11)
                        for path in ('actions', 'obs/arm_joint_pos'):
                            assert (out[path][...] == src[path][...][rows]).all(), path
                        assert (out['valid'][...] == (np.arange(3)[:, None] * 5 + np.arange(4) < 12)).all()
                        assert (out['timestamps/sim_time_s'][...] == src['timestamps/sim_time_s'][...][::5]).all()
                        assert not any('final_obs' in p or 'next_obs' in p for p in paths(out))
                        assert 'window=size:4,shift:5,partial' in out.parent.attrs['changes']
                        print(out.attrs['num_samples'])
                        """, "--transform=drop=*_camera", "--transform=window=size:4,shift:5,partial"));
    }

    @Test
    void anEpisodeWhoseLastStepIsInNoWindowIsTruncated() throws Exception {
        take.setVerdict(0, "success");
        String ends = "print(out['dones'][...].tolist())";
        assertEquals("[0, 0, 1]", exported(ends, "--transform=drop=*_camera", "--transform=window=size:4,shift:4"));
        assertEquals("[0, 0]", exported(ends, "--transform=drop=*_camera", "--transform=window=size:5,shift:5"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shift=3 | there is no transformation 'shift'",
                "drop | nothing stands behind 'drop'; expected drop=PATTERN",
                "slice=actions | 'actions' does not end with [FROM:END]; expected slice=FIELD",
                "slice=actions[3:3] | elements 3 to 3 of 'actions' are none",
                "rename=a | 'a' is not two names with a colon between",
                "resize=obs/cam:3 | 'obs/cam:3' does not end with :HxW",
                "resample=fast | 'fast' is no number; expected resample=HZ",
                "resample=-1 | a rate of -1.0 Hz is not possible",
                "relative=actions:obs/x[2:1] | elements 2 to 1 are none",
                "window=size:0 | a window of size 0 is not possible",
                "window=size:99999999,partial | a window of size 99999999 is not possible; expected 1 to 1048576",
                "window=shift:2 | 'size' needs a whole number, not ''; expected window=size:K",
                "window=size:2,size:3 | 'size' is given twice",
                "window=size:2,partial:yes | 'partial' has no value",
                "window=long:2 | there is no 'long'",
                "nstep=n:3,discount:2 | transitions of 3 steps with a discount of 2.0 are not possible",
                "nstep=n:few | 'n' needs a whole number, not 'few'; expected nstep=n:N"
            })
    void whatIsNoTransformationIsRefused(String spec, String sentence) {
        InProcess refused = take.export("--transform=" + spec);
        assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome(), refused.err());
        assertTrue(refused.err().contains("'" + spec + "'"), refused.err());
        assertTrue(refused.err().contains(sentence), refused.err());
    }

    @Test
    void whatAnEpisodeDoesNotHaveIsRefused() {
        TakeToExport.requireBadArgument("has no array 'obs/arm'", take.export("--transform=slice=obs/arm[0:2]"));
        TakeToExport.requireFailure("which has no elements 0 to 99", take.export("--transform=slice=actions[0:99]"));
        TakeToExport.requireFailure("fewer than a window of 13", take.export("--transform=window=size:13"));
        TakeToExport.requireFailure("takes more than 1 GiB", take.export("--transform=window=size:1000000,partial"));
        TakeToExport.requireFailure("has no recorded 'rewards'", take.export("--transform=nstep=n:3"));
        TakeToExport.requireBadArgument("has no 'nothing*' to drop", take.export("--transform=drop=nothing*"));
    }
}
