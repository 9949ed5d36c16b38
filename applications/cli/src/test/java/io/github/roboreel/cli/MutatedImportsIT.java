package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.Bounded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Datasets with damaged files: each is imported, or refused in one sentence with nothing left, and stays as it is.
 * {@code -Droboreel.fuzz.seed} chooses the first case.
 */
class MutatedImportsIT {
    private static final long SEED = Long.getLong("roboreel.fuzz.seed", 20_261_126);
    private static final int SLOW_CASES = Integer.getInteger("roboreel.fuzz.cases", 2000);

    private static final List<String> FORMATS = List.of(
            "minari hdf5",
            "minari arrow",
            "rlds",
            "rlds records",
            "lerobot",
            "robomimic",
            "isaaclab",
            "aloha",
            "droid",
            "maniskill");

    /** Datasets as their own programs lay them out, which no export makes. */
    private static final String TRAJECTORIES = """
            import h5py, json, numpy as np, os, sys
            at = sys.argv[1]
            rows = lambda width: np.arange(4. * width).reshape(4, width)
            os.makedirs(at + '/aloha'), os.makedirs(at + '/droid')
            with h5py.File(at + '/aloha/episode_0.hdf5', 'w') as f:
                f.attrs['sim'] = False
                f['observations/images/cam_high'] = np.full((4, 16, 24, 3), 7, 'u1')
                f['observations/qpos'], f['action'] = rows(14), rows(14)
            with h5py.File(at + '/droid/trajectory.h5', 'w') as f:
                f.attrs.update({'current_task': 'Move the cup', 'success': True, 'trajectory_length': 4})
                f['action/cartesian_position'], f['action/gripper_position'] = rows(6), np.zeros(4)
                f['observation/robot_state/joint_positions'] = rows(7)
            with h5py.File(at + '/Pick.h5', 'w') as f:
                g = f.create_group('traj_0')
                g['obs/agent/qpos'], g['actions'] = np.ones((5, 9), 'f4'), rows(8).astype('f4')
                g['terminated'], g['truncated'] = np.arange(4) == 3, np.zeros(4, bool)
            with open(at + '/Pick.json', 'w') as f:
                json.dump({'env_info': {'env_id': 'Pick-v1'}, 'episodes': [{'episode_id': 0, 'episode_seed': 7}]}, f)
            """;

    /** On the thread of the command, freed or not; the JVM's heap bounds all threads together. */
    private static final long MAX_BYTES = 512L << 20;

    @TempDir
    Path work;

    @TempDir
    static Path recorded;

    private final Watched watched = new Watched();

    @BeforeAll
    static void record() {
        InProcess take = InProcess.run(
                "record",
                "--num-envs=2",
                "--max-steps=6",
                "--video-mode=none",
                "--record-image-data",
                "--camera-size=64x48",
                "--quiet",
                "--output-dir=" + recorded,
                "--output-folder-name=take");
        assertEquals(Outcome.OK, take.outcome(), take.err());
    }

    @ParameterizedTest
    @FieldSource("FORMATS")
    void import_ofAFewMutations_endsInASentence(String format) throws Exception {
        tryAll(format, SEED, 3);
    }

    @Tag("slow")
    @ParameterizedTest
    @FieldSource("FORMATS")
    void import_of2000Mutations_endsInASentence(String format) throws Exception {
        tryAll(format, SEED + 5, SLOW_CASES);
    }

    private void tryAll(String format, long first, int cases) throws Exception {
        Path sound = sound(format);
        for (long seed = first; seed < first + cases; seed++) {
            Path damaged = work.resolve("damaged");
            HostileFolders.copy(sound, damaged);
            damage(format, damaged, new Random(seed));
            tryOnce(format.split(" ")[0], damaged, format + ", seed " + seed);
            HostileFolders.remove(damaged);
        }
        assertEquals("", watched.defects());
    }

    /** What stands in a record is reached only where its checksum is right. */
    private static void damage(String format, Path dataset, Random random) throws IOException {
        if (format.equals("rlds records")) {
            for (Path file : HostileFolders.regularFiles(dataset)) {
                if (file.toString().contains(".tfrecord-")) {
                    DamagedRecords.damage(file, random);
                }
            }
        } else {
            HostileFolders.damageFiles(dataset, random);
        }
    }

    private Path sound(String format) throws Exception {
        Path made = work.resolve("sound");
        if (List.of("aloha", "droid", "maniskill").contains(format)) {
            ChildJvm.python("-c", TRAJECTORIES, made.toString());
            return made;
        }
        List<String> target = switch (format) {
            case "minari hdf5" -> List.of("--root=" + made, "--id=a-v0");
            case "minari arrow" -> List.of("--root=" + made, "--id=a-v0", "--data-format=arrow");
            case "rlds", "rlds records" -> List.of("--out=" + made, "--name=a");
            case "lerobot" -> List.of("--out=" + made, "--repo-id=lab/a");
            default -> List.of("--out=" + made.resolve("a.hdf5"));
        };
        List<String> words = new ArrayList<>(
                List.of("export", exported(format), recorded.resolve("take").toString()));
        words.addAll(target);
        InProcess export = InProcess.run(words.toArray(String[]::new));
        assertEquals(Outcome.OK, export.outcome(), export.err());
        return made;
    }

    /** Files of Isaac Lab have robomimic's layout. */
    private static String exported(String format) {
        return format.equals("isaaclab") ? "robomimic" : format.split(" ")[0];
    }

    private void tryOnce(String format, Path damaged, String name) throws Exception {
        Map<String, String> before = Watched.picture(damaged);
        Path out = work.resolve("out");
        String dataset = dataset(format, damaged).toString();
        InProcess run = Bounded.read(
                name, MAX_BYTES, () -> watched.run("import", format, dataset, "--output-dir=" + out, "--quiet"));
        if (run.outcome() == Outcome.OK) {
            HostileFolders.remove(out);
        } else {
            assertTrue(List.of(Outcome.FAILED, Outcome.DATA_LOST).contains(run.outcome()), name + ": " + run);
            assertEquals(1, run.err().lines().count(), name + ": " + run);
            assertFalse(Files.exists(out), name);
        }
        watched.requireUnchanged(name, damaged, before);
    }

    /** The folder or file that an import takes. */
    private static Path dataset(String format, Path damaged) throws IOException {
        return switch (format) {
            case "minari" -> damaged.resolve("a-v0");
            case "rlds" -> damaged.resolve("a/1.0.0");
            case "lerobot" -> damaged.resolve("lab/a");
            case "aloha", "droid" -> damaged.resolve(format);
            case "maniskill" -> damaged.resolve("Pick.h5");
            default -> damaged.resolve("a.hdf5");
        };
    }
}
