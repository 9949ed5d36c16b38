package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows and transitions of several steps in each format, imported again, beside numpy over the recording. */
class ExportWindowsIT {
    private static final Map<String, List<String>> FORMATS = formats();

    /** Gives every episode rewards, and makes the first end by the task itself. */
    private static final String ADD_REWARDS = """
            import h5py, sys, numpy as np
            with h5py.File(sys.argv[1] + '/BananaInBowlTask/run_0.hdf5', 'r+') as run:
                for name, demo in run['data'].items():
                    demo['rewards'] = np.random.default_rng(int(name[5:])).normal(size=len(demo['actions'])).astype('f4')
            """;

    private static final String SAME = """
            import glob, h5py, sys, numpy as np
            source = h5py.File(sys.argv[1] + '/BananaInBowlTask/run_0.hdf5', 'r')['data']
            def same(path, have, want):
                assert have.shape == want.shape and (have == want).all(), (path, have.shape, want.shape)
            def demos(folder):
                files = sorted(glob.glob(folder + '/BananaInBowlTask/run_*.hdf5'))
                found = [demo for file in files for demo in h5py.File(file, 'r')['data'].values()]
                assert len(found) == 2, files
                return found
            for format in ('lerobot', 'minari', 'rlds', 'robomimic'):
                for number, demo in enumerate(demos(f'{sys.argv[2]}/{format}-again')):
                    check(format, demo, source[f'demo_{number}'])
            print('equal')
            """;

    private static final String WINDOWS = """
            def check(format, demo, src):
                steps = len(src['actions'])
                rows = np.arange(steps - 4)[:, None] + np.arange(3) * 2
                assert demo.attrs['num_samples'] == steps - 4, format
                for path in ('actions', 'obs/arm_joint_pos', 'bbox/centroid/bowl', 'subtask/score'):
                    same((format, path), demo[path][...], src[path][...][rows])
                same((format, 'time'), demo['timestamps/sim_time_s'][...], src['timestamps/sim_time_s'][:steps - 4])
                observed = np.concatenate([src['obs/arm_joint_pos'][...], src['final_obs/arm_joint_pos'][...]])
                assert ('final_obs/arm_joint_pos' in demo) == (format != 'lerobot'), format
                if format != 'lerobot':
                    want = observed[[steps - 4, steps - 2, steps]][None]
                    same((format, 'final'), demo['final_obs/arm_joint_pos'][...], want)
            """;

    private static final String TRANSITIONS = """
            def check(format, demo, src):
                steps = len(src['actions'])
                ends = np.minimum(np.arange(steps) + 3, steps)
                rewards = src['rewards'][...].astype(float)
                returns = [sum(0.9 ** k * rewards[t + k] for k in range(end - t)) for t, end in enumerate(ends)]
                observed = np.concatenate([src['obs/arm_joint_pos'][...], src['final_obs/arm_joint_pos'][...]])
                assert demo.attrs['num_samples'] == steps, format
                assert np.allclose(demo['rewards'][...], returns, rtol=1e-12, atol=1e-15), (format, demo['rewards'][...])
                is_over = (ends == steps) & (source_status(src) != 'truncated')
                factors = np.where(is_over, 0, 0.9 ** (ends - np.arange(steps)))
                assert np.allclose(demo['nstep/discount'][...], factors, rtol=1e-12), format
                same((format, 'length'), demo['nstep/length'][...], ends - np.arange(steps))
                same((format, 'next'), demo['next_obs/arm_joint_pos'][...], observed[ends])
                for path in ('actions', 'obs/arm_joint_pos', 'subtask/score'):
                    same((format, path), demo[path][...], src[path][...])
            def source_status(src):
                return src.attrs['status'].decode() if isinstance(src.attrs['status'], bytes) else src.attrs['status']
            """;

    @TempDir
    Path temp;

    private TakeToExport take;

    private static Map<String, List<String>> formats() {
        Map<String, List<String>> formats = new LinkedHashMap<>();
        formats.put("lerobot", List.of("--out=T", "--repo-id=lab/take", "--fields=all"));
        formats.put("minari", List.of("--root=T", "--id=lab/take-v0", "--observations=obs"));
        formats.put("rlds", List.of("--out=T", "--name=take"));
        formats.put("robomimic", List.of("--out=T/take.hdf5"));
        return formats;
    }

    @BeforeEach
    void copyTake() throws IOException {
        take = TakeToExport.copy(RecordedTakes.withImages(), temp);
    }

    /** Exports two episodes without pictures and imports them again. */
    private JsonNode exported(String format, String transform) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("export", format, take.folder().toString(), "--quiet", "--json"));
        FORMATS.get(format).forEach(option -> arguments.add(option.replace("=T", "=" + temp.resolve(format))));
        arguments.addAll(List.of("--episodes=0-1", "--transform=drop=*_camera", "--transform=" + transform));
        InProcess done = InProcess.run(arguments.toArray(String[]::new));
        assertEquals(Outcome.OK, done.outcome(), done.err());
        JsonNode summary = new ObjectMapper().readTree(done.out());
        String again = temp.resolve(format + "-again").toString();
        InProcess imported =
                InProcess.run("import", format, summary.get("target").textValue(), "--quiet", "--output-dir=" + again);
        assertEquals(Outcome.OK, imported.outcome(), imported.err());
        return summary;
    }

    private void requireInAllFormats(String check, String transform, int steps) throws Exception {
        for (String format : FORMATS.keySet()) {
            JsonNode summary = exported(format, transform);
            assertEquals(steps, summary.get("steps").asInt(), format);
            String note = "the episodes were changed on their way: drop=*_camera; " + transform;
            assertEquals(note, summary.get("notes").get(0).textValue(), format);
        }
        String equal = ChildJvm.python("-c", check + SAME, take.folder().toString(), temp.toString());
        assertEquals("equal", equal.strip());
    }

    @Test
    void windowsAreThoseOfNumpyInAllFormats() throws Exception {
        requireInAllFormats(WINDOWS, "window=size:3,stride:2", 16);
        String note = "drop=*_camera; window=size:3,stride:2";
        assertTrue(Files.readString(temp.resolve("lerobot/lab/take/README.md")).contains(note));
        assertTrue(Files.readString(temp.resolve("minari/lab/take-v0/data/metadata.json"))
                .contains(note));
        Path rlds = temp.resolve("rlds/take/1.0.0/metadata.json");
        assertTrue(new ObjectMapper()
                .readTree(rlds.toFile())
                .at("/conventions/changes/0")
                .textValue()
                .endsWith(note));
    }

    @Test
    void transitionsOfSeveralStepsAreThoseOfNumpyInAllFormats() throws Exception {
        ChildJvm.python("-c", ADD_REWARDS, take.folder().toString());
        take.setVerdict(0, "success");
        requireInAllFormats(TRANSITIONS, "nstep=n:3,discount:0.9", 24);
    }
}
