package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A copy of a recorded folder, to be changed and exported as a robomimic file.
 *
 * @param folder the copy
 * @param target the file to export into; it does not exist
 */
record TakeToExport(Path folder, Path target) {
    /** Finds each demo of the file among those of the folder by the clock of its steps. */
    private static final String WHICH = """
            import h5py, sys
            out = h5py.File(sys.argv[1], 'r')['data']
            names = sorted(out, key=lambda n: int(n[5:]))
            found = []
            for name in names:
                for episode in range(8):
                    run = h5py.File(f'{sys.argv[2]}/BananaInBowlTask/run_{episode // 4}.hdf5', 'r')
                    demo = run[f'data/demo_{episode % 4}']
                    if (demo['timestamps/wall_time_ns'][...] == out[name]['timestamps/wall_time_ns'][...]).all():
                        found.append(str(episode))
            print(', '.join(found))
            """;

    private static final String SET_STATUS = """
            import h5py, sys, numpy as np
            with h5py.File(sys.argv[1], 'r+') as f:
                demo = f['data'][sys.argv[2]]
                demo.attrs['status'] = np.bytes_(sys.argv[3])
                demo.attrs['success'] = sys.argv[3] == 'success'
            """;

    static TakeToExport copy(Path recorded, Path temp) throws IOException {
        TakeToExport take = new TakeToExport(temp.resolve("take"), temp.resolve("out.hdf5"));
        HostileFolders.copy(recorded, take.folder);
        return take;
    }

    /** The numbers of the episodes that a robomimic file holds. */
    String exported(String... options) throws Exception {
        Files.deleteIfExists(target);
        InProcess done = export(options);
        assertEquals(Outcome.OK, done.outcome(), done.err());
        return ChildJvm.python("-c", WHICH, target.toString(), folder.toString())
                .strip();
    }

    InProcess export(String... options) {
        List<String> arguments = new ArrayList<>(List.of("export", "robomimic"));
        arguments.addAll(List.of("--quiet", folder.toString()));
        arguments.addAll(List.of(options));
        arguments.add("--out=" + target);
        return InProcess.run(arguments.toArray(String[]::new));
    }

    /** Gives an episode another end, in its demo and its line. */
    void setVerdict(int episode, String status) throws Exception {
        ChildJvm.python(
                "-c", SET_STATUS, RecordedTakes.file(folder, episode / 4).toString(), "demo_" + episode % 4, status);
        editLine(episode, line -> line.put("status", status).put("success", status.equals("success")));
    }

    void editLine(int episode, Consumer<ObjectNode> edit) throws IOException {
        Path results = folder.resolve("episode_results.jsonl");
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(results)) {
            ObjectNode json = (ObjectNode) new ObjectMapper().readTree(line);
            if (json.get("episode").asInt() == episode) {
                edit.accept(json);
            }
            lines.add(json.toString());
        }
        Files.write(results, lines);
    }

    static void requireFailure(String sentence, InProcess run) {
        require(Outcome.FAILED, sentence, run);
    }

    static void requireBadArgument(String sentence, InProcess run) {
        require(Outcome.BAD_ARGUMENTS, sentence, run);
    }

    private static void require(Outcome outcome, String sentence, InProcess run) {
        assertEquals(outcome, run.outcome(), run.err());
        assertEquals("", run.out());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(sentence), run.err());
    }
}
