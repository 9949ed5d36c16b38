package io.github.roboreel.cli.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.InProcess;
import io.github.roboreel.cli.base.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Minari dataset of others, imported, checked, measured and exported again. */
class ImportCommandIT {
    /** Composite actions, a text, an empty array, a key with a blank; no verdicts. */
    private static final String WRITE = """
            import sys, json, os, h5py, numpy as np
            data = sys.argv[1] + '/data'
            os.makedirs(data)
            box = lambda shape: {'type': 'Box', 'dtype': 'float32', 'shape': shape, 'low': np.full(shape, -1.0).tolist(), 'high': np.full(shape, 1.0).tolist()}
            actions = {'type': 'Tuple', 'subspaces': [box([2]), {'type': 'Discrete', 'dtype': 'int64', 'start': 0, 'n': 3}]}
            observations = {'type': 'Dict', 'subspaces': {'joint pos': box([2]), 'none': box([0]), 'say': {'type': 'Text', 'max_length': 5, 'min_length': 0, 'charset': 'hué'}}}
            json.dump({'data_format': 'hdf5', 'total_episodes': 2, 'total_steps': 24, 'dataset_id': 'xy/odd-v1', 'minari_version': '0.5.0',
                       'observation_space': json.dumps(observations), 'action_space': json.dumps(actions)}, open(data + '/metadata.json', 'w'))
            with h5py.File(data + '/main_data.hdf5', 'w') as f:
                for i in range(2):
                    e = f.create_group(f'episode_{i}')
                    e['actions/_index_0'] = np.arange(24, dtype='f4').reshape(12, 2) / 24
                    e['actions/_index_1'] = np.arange(12) % 3
                    e['observations/joint pos'] = np.arange(26, dtype='f4').reshape(13, 2) / 26
                    e['observations/say'] = ['hué'[:k % 4] for k in range(13)]
                    e.create_dataset('observations/none', (13, 0), 'f4')
                    e['rewards'] = np.zeros(12)
                    e['terminations'] = np.zeros(12, bool)
                    e['truncations'] = np.arange(12) == 11
                    e.create_group('infos')
                    e.attrs['total_steps'] = 12
                    e.attrs['dt'] = 0.05
                f['episode_1'].attrs['success'] = False
            """;

    @TempDir
    private Path temp;

    @Test
    void anOddDatasetIsAGoodRecordingAndGoesOutEqual() throws Exception {
        Path dataset = temp.resolve("odd");
        write(dataset);
        Path recorded = temp.resolve("recorded");
        run("import", "minari", dataset.toString(), "--output-dir=" + recorded);
        String checked = run("check", recorded.toString());
        assertTrue(checked.contains("ok"), checked);
        JsonNode complete = new ObjectMapper()
                .readTree(recorded.resolve("xy_odd-v1/run_complete.json").toFile());
        assertEquals(2, complete.get("num_runs").asInt());
        assertEquals(1, complete.get("num_envs").asInt());
        List<String> lines = Files.readAllLines(recorded.resolve("episode_results.jsonl"));
        assertTrue(verdict(lines.get(0)).isNull(), lines.get(0));
        assertEquals("false", verdict(lines.get(1)).toString());
        assertNothingIsInvented(recorded);
        run("metrics", recorded.toString());
        run(
                "export",
                "minari",
                recorded.toString(),
                "--root=" + temp.resolve("root"),
                "--id=xy/odd-v1",
                "--observations=obs");
        ObjectMapper json = new ObjectMapper();
        JsonNode before = json.readTree(dataset.resolve("data/metadata.json").toFile());
        JsonNode after =
                json.readTree(temp.resolve("root/xy/odd-v1/data/metadata.json").toFile());
        for (String space : List.of("observation_space", "action_space")) {
            assertEquals(
                    json.readTree(before.get(space).asText()),
                    json.readTree(after.get(space).asText()));
        }
        assertEquals("0.5.0", after.get("minari_version").asText());
    }

    /** The dataset has no scores and no seeds. */
    private static void assertNothingIsInvented(Path recorded) throws Exception {
        ObjectMapper json = new ObjectMapper();
        JsonNode total =
                json.readTree(run("report", recorded.toString(), "--json")).at("/total");
        assertEquals(0, total.at("/score/n").asInt());
        assertTrue(total.at("/score/mean").isNull(), total.toString());
        for (String line : Files.readAllLines(recorded.resolve("episode_results.jsonl"))) {
            assertTrue(json.readTree(line).get("score").isNull(), line);
        }
        String file = recorded.resolve("xy_odd-v1/run_0.hdf5").toString();
        assertTrue(run("inspect", file).contains("    @seed = -1\n"));
        assertTrue(json.readTree(run("inspect", file, "--json"))
                .at("/demos/demo_0/attributes/seed")
                .isNull());
        assertEquals(
                "score,seed\n,\n,\n",
                run("sql", "select score, seed from episodes", recorded.toString(), "--format=csv"));
    }

    private static JsonNode verdict(String line) throws Exception {
        return new ObjectMapper().readTree(line).get("success");
    }

    private static void write(Path dataset) throws Exception {
        Process python = new ProcessBuilder("/usr/bin/python3", "-c", WRITE, dataset.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(python.getInputStream().readAllBytes());
        assertTrue(python.waitFor(120, TimeUnit.SECONDS) && python.exitValue() == 0, said);
    }

    private static String run(String... arguments) {
        InProcess done = InProcess.run(arguments);
        assertEquals(Outcome.OK, done.outcome(), done.out() + done.err());
        return done.out();
    }
}
