package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that would lead elsewhere, or command the terminal, in files that others wrote. */
class HostileNamesIT {
    private static final String ENV = ExampleFolders.ENV;

    /** Groups, datasets, attributes and texts that no recorder of good will writes. */
    private static final String SPOIL = """
            import h5py, numpy as np, sys
            evil = '../../outside/\\x1b[2J\\x1b]0;owned\\x07ba\\nna\\u202e'
            with h5py.File(sys.argv[1], 'r+') as f:
                data = f['data']
                demo = data['demo_0']
                for name in ('demo_99999999999', 'demo_-1', 'demo_1\\x1b[31m\\n', '..', 'demo_007', 'x' * 10000):
                    f.copy(demo, data, name)
                demo['actions'].attrs['unit'] = evil
                demo['actions'].attrs['frame'] = evil
                demo.attrs[evil] = evil
                demo.attrs['instruction'] = evil
                demo.attrs['policy'] = evil
                demo.attrs['num_samples'] = np.int64(2 ** 62)
                demo.attrs['dt'] = np.float64('nan')
                data.attrs['num_envs'] = np.int64(-5)
                data.attrs['total'] = np.float64('inf')
                demo.create_dataset('states/rigid_object/\\x1b[31mred\\n/root_pose', data=np.zeros((3, 7), 'f4'))
                demo.create_dataset('initial_state/rigid_object/..\\x1b/root_pose', data=np.zeros((1, 7), 'f4'))
                demo.create_dataset('initial_state/rigid_object/\\x1b[5mblink\\r/root_pose', data=np.zeros((1, 7), 'f4'))
                demo.create_dataset('huge', (2 ** 40, 8), 'f8', chunks=(500, 8))
                demo['loop'] = data
                demo['nowhere'] = h5py.SoftLink('/data/demo_0/nothing')
                demo['outside'] = h5py.ExternalLink('../../outside/secret.hdf5', '/data')
            """;

    /** A line as long as its names are bad. */
    private static final List<String> LINES = List.of(
            line("../../outside"),
            line("/"),
            line(""),
            line(".."),
            line("."),
            line("a\\u0000b"),
            line("\\u001b[31mred\\r\\n"),
            line("\\ud800"),
            line("x".repeat(10_000)),
            "{\"env_name\":\"" + ENV + "\",\"run\":-1,\"env_id\":-7,\"episode\":1e300}",
            "{\"env_name\":\"" + ENV + "\",\"run\":1e999999999,\"env_id\":99999999999999999999,\"episode\":2}",
            "{\"env_name\":\"" + ENV + "\",\"run\":0,\"run\":1,\"episode\":\"../3\"}",
            "{\"env_name\":[\"" + ENV + "\"],\"run\":{},\"episode\":[],\"success\":\"yes\"}");

    @TempDir
    Path work;

    private final Watched watched = new Watched();
    private Path folder;
    private Path outside;

    private static String line(String env) {
        return "{\"env_name\":\""
                + env
                + "\",\"run\":0,\"env_id\":0,\"episode\":0,\"success\":true,\"score\":1e999,"
                + "\"instruction\":\"../../\\u001b[2J\",\"policy\":\"\\u001b[31m/../..\","
                + "\"task_name\":\"../..\",\"run_name\":\"../../x\",\"attributes\":[\"\\u0007\"],"
                + "\"events\":{\"WRONG_OBJECT_GRABBED\":{\"\\u001b[31m/..\":3}}}";
    }

    @BeforeEach
    void makeFolders() throws Exception {
        Path place = Files.createDirectory(work.resolve("place"));
        folder = ExampleFolders.make(place.resolve("folder"));
        outside = Files.createDirectory(place.resolve("outside"));
        Files.writeString(outside.resolve("episode_results.jsonl"), "{}\n");
    }

    @Test
    void readersStayInTheFolderAndKeepTheTerminalQuiet() throws Exception {
        Path run = folder.resolve(ENV).resolve("run_0.hdf5");
        ChildJvm.python("-c", SPOIL, run.toString());
        Path results = folder.resolve("episode_results.jsonl");
        Files.writeString(results, Files.readString(results) + String.join("\n", LINES) + "\n");
        Map<String, String> before = Watched.picture(work);

        assertEquals(Outcome.DATA_LOST, watched.run("check", List.of(folder)).outcome());
        watched.run("check", List.of(folder), "--json");
        InProcess tree = watched.run("inspect", run.toString());
        assertEquals(Outcome.DATA_LOST, tree.outcome());
        assertTrue(tree.err().contains("demo_0/huge: its shape [1099511627776, 8]"), tree.err());
        assertTrue(tree.out().contains("  demo_99999999999/\n"), tree.out());
        assertTrue(tree.out().contains("demo_1 [31m"), tree.out());
        watched.run("inspect", "--json", run.toString());
        watched.run("report", List.of(folder), "--show-episodes");
        watched.run("report", List.of(folder), "--by-wrong-objects");
        watched.run("report", List.of(folder), "--by-policy", "--csv");
        watched.run("metrics", List.of(folder));
        watched.run("poses", List.of(folder));
        watched.run("poses", List.of(folder), "--json");
        watched.run("events", List.of(folder));
        watched.run("rebuild", folder.toString(), "--dry-run");
        watched.requireUnchanged("reading", work, before);
        assertEquals("", watched.defects());
    }

    @Test
    void writersStayInTheFolder() throws Exception {
        ChildJvm.python("-c", SPOIL, folder.resolve(ENV).resolve("run_0.hdf5").toString());
        Path results = folder.resolve("episode_results.jsonl");
        Files.writeString(results, Files.readString(results) + String.join("\n", LINES) + "\n");
        Map<String, String> before = Watched.picture(outside);

        watched.run("plot", folder.toString(), "--episodes", "0-1");
        watched.run("compile", List.of(folder), "-o", work.resolve("all.csv").toString());
        watched.run("metrics", List.of(folder), "--write");
        watched.run("recover", folder.toString());
        watched.run("rebuild", folder.toString());
        Path into = work.resolve("merged");
        watched.run("merge", List.of(folder), "--into", into.toString());
        watched.requireUnchanged("writing", outside, before);
        assertEquals("", watched.defects());
        try (var beside = Files.list(folder.getParent())) {
            assertEquals(List.of(folder, outside), beside.sorted().toList());
        }
    }

    @Test
    void linksAreNotFollowedByWriters() throws Exception {
        Path env = Files.move(folder.resolve(ENV), outside.resolve(ENV));
        Files.createSymbolicLink(folder.resolve(ENV), env);
        Path lines = outside.resolve("lines.jsonl");
        Files.writeString(lines, "{\"env_name\":\"a\",\"run\":0}\n{\"env_name\":\"b\",\"ru");
        Files.delete(folder.resolve("episode_results.jsonl"));
        Files.createSymbolicLink(folder.resolve("episode_results.jsonl"), lines);
        Files.copy(env.resolve("run_0.hdf5"), outside.resolve("torn.hdf5"));
        cutInHalf(outside.resolve("torn.hdf5"));
        Path linked = Files.createDirectory(folder.resolve("LinkedRunTask"));
        Files.createSymbolicLink(linked.resolve("run_0.hdf5"), outside.resolve("torn.hdf5"));
        Files.createSymbolicLink(linked.resolve("run_1.staging"), outside.resolve("torn.hdf5"));
        cutInHalf(env.resolve("run_1.hdf5"));
        Map<String, String> before = Watched.picture(outside);

        watched.run("recover", folder.toString());
        watched.run("recover", "--in-place", folder.toString());
        watched.run("recover", "--in-place", linked.resolve("run_0.hdf5").toString());
        watched.run("rebuild", folder.toString());
        watched.run("metrics", List.of(folder), "--write");
        watched.run("merge", List.of(folder), "--into", work.resolve("merged").toString());

        watched.requireUnchanged("writing", outside, before);
        assertEquals("", watched.defects());
    }

    private static void cutInHalf(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    }
}
