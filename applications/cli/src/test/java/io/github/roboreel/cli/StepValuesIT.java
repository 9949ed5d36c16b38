package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sample} and {@code stats} beside numpy over h5py. */
class StepValuesIT {
    private static final String SAMPLES_ARE_RIGHT = """
            import h5py, json, sys, numpy as np
            from PIL import Image
            seen = set()
            for line in open(sys.argv[1]):
                line = json.loads(line)
                demo = h5py.File(line['file'], 'r')['data'][line['demo']]
                for path, value in line['fields'].items():
                    row = demo[path][line['step']]
                    if isinstance(value, dict):
                        assert value['shape'] == list(row.shape), path
                        value = np.asarray(Image.open(f"{sys.argv[2]}/{value['png']}"))
                    if row.dtype.kind == 'f':
                        value = np.array(value, dtype=float).astype(row.dtype)
                    assert np.array_equal(value, row, equal_nan=row.dtype.kind == 'f'), (path, value, row)
                assert any('cam' in path for path in line['fields']) and 'actions' in line['fields']
                seen.add((line['file'], line['demo'], line['step']))
            print(len(seen))
            """;

    private static final String STATISTICS_ARE_RIGHT = """
            import glob, h5py, json, sys, numpy as np
            mine = json.load(open(sys.argv[1]))
            demos = [d for f in sorted(glob.glob(sys.argv[2] + '/BananaInBowlTask/run_*.hdf5'))
                     for d in h5py.File(f, 'r')['data'].values()]
            assert mine['episodes'] == len(demos) == 8 and mine['steps'] == 96 and not mine['problems']
            for path, field in mine['fields'].items():
                if path == 'timestamps/wall_time_ns':
                    continue # numpy's own deviation of such large numbers is off
                rows = np.concatenate([d[path][...] for d in demos]).astype(float)
                if rows.ndim == 4:
                    rows = rows.reshape(-1, rows.shape[-1])
                wanted = {'mean': rows.mean(0), 'std': rows.std(0), 'min': rows.min(0), 'max': rows.max(0)}
                for q in (1, 10, 50, 90, 99):
                    wanted[f'q{q:02d}'] = np.quantile(rows, q / 100, axis=0)
                for name, value in wanted.items():
                    assert np.allclose(field[name], value, rtol=1e-9, atol=1e-9), (path, name, field[name], value)
                assert np.all(np.array(field['count']) == len(rows)) and not np.any(field['nan_count'])
            print(sorted(p for p in mine['fields'] if p == 'actions' or 'cam' in p))
            """;

    @TempDir
    Path temp;

    private final Path take = RecordedTakes.withImages();

    private InProcess run(String... arguments) {
        InProcess done = InProcess.run(arguments);
        assertEquals(Outcome.OK, done.outcome(), done.err());
        return done;
    }

    @Test
    void samplesAreTheRecordedValues() throws Exception {
        Path lines = temp.resolve("lines");
        Path images = temp.resolve("images");
        InProcess done = run("sample", take.toString(), "-n", "7", "--seed=3", "--images=" + images);
        Files.writeString(lines, done.out());

        String distinct = ChildJvm.python("-c", SAMPLES_ARE_RIGHT, lines.toString(), images.toString());

        assertEquals("7", distinct.strip());
        InProcess again = InProcess.run("sample", take.toString(), "--images=" + images);
        assertEquals(Outcome.BAD_ARGUMENTS, again.outcome());
        assertTrue(again.err().contains("exists already"), again.err());
    }

    @Test
    void whatCannotBeReadIsSaidAndTheRestIsCounted() throws Exception {
        Path damaged = temp.resolve("damaged");
        HostileFolders.copy(take, damaged);
        Path run = damaged.resolve("BananaInBowlTask").resolve("run_1.hdf5");
        byte[] whole = Files.readAllBytes(run);
        Files.write(run, Arrays.copyOf(whole, 1000));

        InProcess stats = InProcess.run("stats", damaged.toString(), "--json", "--fields", "actions");
        assertEquals(Outcome.DATA_LOST, stats.outcome(), stats.err());
        assertTrue(stats.err().contains("run_1.hdf5"), stats.err());
        JsonNode found = new ObjectMapper().readTree(stats.out());
        assertEquals(4, found.path("episodes").asInt());
        assertTrue(found.path("problems").path(0).asText().contains("run_1.hdf5"), stats.out());

        InProcess sample = InProcess.run("sample", damaged.toString(), "-n100", "--fields", "actions");
        assertEquals(Outcome.DATA_LOST, sample.outcome(), sample.err());
        assertTrue(sample.err().contains("run_1.hdf5"), sample.err());
        assertEquals(48, sample.out().lines().distinct().count());
    }

    @Test
    void theSeedSaysWhichStepsAndThereAreNoMoreThanAll() {
        String[] seven = {"sample", take.toString(), "-n7", "--seed=3", "--fields", "actions"};
        assertEquals(run(seven).out(), run(seven).out());
        InProcess all = run("sample", take.toString(), "--steps=1000", "--fields", "actions");
        assertEquals(96, all.out().lines().distinct().count());
        assertTrue(all.err().contains("there are only 96 steps"), all.err());
        String other =
                run("sample", take.toString(), "-n7", "--fields", "actions").out();
        assertFalse(other.equals(run(seven).out()), other);
    }

    @Test
    void statisticsAreNumpys() throws Exception {
        Path file = temp.resolve("stats.json");
        run("stats", take.toString(), "--json", "--quiet", "--output=" + file);

        String fields = ChildJvm.python("-c", STATISTICS_ARE_RIGHT, file.toString(), take.toString());

        assertTrue(fields.contains("actions") && fields.contains("cam"), fields);
        InProcess again = InProcess.run("stats", take.toString(), "--output=" + file);
        assertEquals(Outcome.BAD_ARGUMENTS, again.outcome());
        assertTrue(again.err().contains("never overwritten"), again.err());
    }

    @Test
    void trainersFormsHoldTheSameNumbers() throws Exception {
        JsonNode own = json("--json");
        JsonNode lerobot = json("--format=lerobot");
        JsonNode tfds = json("--format=tfds");

        JsonNode actions = own.path("fields").path("actions");
        assertEquals(actions.path("mean"), lerobot.path("action").path("mean"));
        assertEquals(96, lerobot.path("action").path("count").path(0).asInt());
        assertEquals(actions.path("q99"), tfds.path("action").path("q99"));
        assertEquals(96, tfds.path("num_transitions").asInt());
        assertEquals(8, tfds.path("num_trajectories").asInt());
        assertTrue(tfds.path("proprio").path("mean").size() > 7, tfds.toString());
        List<String> names = new ArrayList<>();
        lerobot.fieldNames().forEachRemaining(names::add);
        assertTrue(
                names.containsAll(List.of("observation.state", "robolab.subtask.score", "robolab.time")),
                names.toString());
        assertEquals(
                own.path("fields").path("obs/gripper_pos").path("mean").path(0),
                lerobot.path("observation.state").path("mean").path(7));
        JsonNode picture = own.path("fields").path("obs/wrist_camera").path("mean");
        JsonNode scaled = lerobot.path("observation.images.wrist_camera").path("mean");
        assertEquals(3, scaled.size());
        assertEquals(
                picture.path(1).asDouble() / 255, scaled.path(1).path(0).path(0).asDouble(), 1e-12);
    }

    @Test
    void trainersGetZerosWhereNothingIsObserved() throws Exception {
        String out = run("stats", take.toString(), "--quiet", "--format=tfds", "--fields", "actions")
                .out();

        JsonNode tfds = new ObjectMapper().readTree(out);
        assertEquals(8, tfds.path("action").path("q01").size(), out);
        for (String name : new String[] {"mean", "std", "max", "min", "q01", "q99"}) {
            JsonNode zeros = tfds.path("proprio").path(name);
            assertEquals(tfds.path("action").path(name).size(), zeros.size(), name);
            zeros.forEach(zero -> assertEquals(0.0, zero.asDouble(), name));
        }
    }

    @Test
    void statisticsForLeRobotAreThoseOfTheExport() throws Exception {
        run(
                "export",
                "lerobot",
                take.toString(),
                "--quiet",
                "--out=" + temp,
                "--repo-id=lab/take",
                "--fields=all",
                "--transform=drop=*_camera");
        JsonNode exported = new ObjectMapper()
                .readTree(temp.resolve("lab/take/meta/stats.json").toFile());

        JsonNode stats = json("--format=lerobot");

        for (String key :
                List.of("action", "observation.state", "robolab.subtask.score", "robolab.bbox.bbox_mm.bowl")) {
            assertEquals(10, exported.path(key).size(), key);
            assertEquals(exported.path(key), stats.path(key), key);
        }
    }

    @Test
    void trajectoriesAreTheEpisodesWhoseTransitionsCount() throws Exception {
        TakeToExport copy = TakeToExport.copy(take, temp);
        ChildJvm.python(
                "-c",
                "import h5py, sys; del h5py.File(sys.argv[1], 'r+')['data/demo_2/actions']",
                RecordedTakes.file(copy.folder(), 0).toString());

        JsonNode tfds = new ObjectMapper()
                .readTree(run("stats", copy.folder().toString(), "--quiet", "--format=tfds")
                        .out());

        assertEquals(7, tfds.path("num_trajectories").asInt());
        assertEquals(84, tfds.path("num_transitions").asInt());
    }

    private JsonNode json(String form) throws Exception {
        return new ObjectMapper()
                .readTree(run("stats", take.toString(), "--quiet", form).out());
    }

    @Test
    void aTableHasARowForEachElement() {
        String table = run("stats", take.toString(), "--fields", "actions").out();
        assertEquals(2 + 8, table.lines().count(), table);
        InProcess misspelt = InProcess.run("stats", take.toString(), "--fields", "action");
        assertEquals(Outcome.BAD_ARGUMENTS, misspelt.outcome());
        assertTrue(misspelt.err().contains("no episode has a field 'action'"), misspelt.err());
        assertTrue(misspelt.err().contains("actions"), misspelt.err());
    }
}
