package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.Signals;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recordings.folder.RunFileReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a simulator says of its fields is in every run file, however the folder came about. */
class SignalsKeptIT {
    private static final String ENV = "BananaInBowlTask";

    @TempDir
    private Path folder;

    private Path record(String name, String... more) {
        Path take = folder.resolve(name);
        List<String> arguments = new ArrayList<>(List.of(
                "record",
                "--num-envs=2",
                "--max-steps=20",
                "--video-mode=none",
                "--quiet",
                "--output-dir=" + folder,
                "--output-folder-name=" + name));
        arguments.addAll(List.of(more));
        run(arguments.toArray(String[]::new));
        return take;
    }

    private static void run(String... arguments) {
        InProcess done = InProcess.run(arguments);
        assertEquals(Outcome.OK, done.outcome(), done.out() + done.err());
    }

    /** By name of the run file. */
    private static Map<String, Map<String, FieldSignal>> signals(Path take) throws IOException {
        Map<String, Map<String, FieldSignal>> all = new TreeMap<>();
        List<Path> files;
        try (Stream<Path> found = Files.walk(take)) {
            files = found.filter(path -> path.toString().endsWith(".hdf5")).toList();
        }
        for (Path file : files) {
            try (RunReader run = RunFileReaders.open(file)) {
                Signals read = Signals.of(run.attributes());
                assertEquals("[]", read.fault().stream().toList().toString());
                for (Map.Entry<String, FieldSignal> said : read.byPath().entrySet()) {
                    FieldSignal own =
                            run.demo(run.demoNames().get(0)).info(said.getKey()).signal();
                    assertEquals(said.getValue(), own, file + " " + said.getKey());
                }
                all.put(take.relativize(file).toString(), read.byPath());
            }
        }
        return all;
    }

    private static void assertAll(Map<String, FieldSignal> expected, Path take, String... files) throws IOException {
        assertFalse(expected.get("actions").names().isEmpty(), expected.toString());
        Map<String, Map<String, FieldSignal>> same = new TreeMap<>();
        for (String file : files) {
            same.put(ENV + "/" + file, expected);
        }
        assertEquals(same, signals(take));
    }

    @Test
    void resumedMergedAndRetainedFolders_sayTheSame() throws Exception {
        Path take = record("take", "--num-runs=1");
        Map<String, FieldSignal> expected = signals(take).get(ENV + "/run_0.hdf5");
        record("take", "--num-runs=2");
        assertAll(expected, take, "run_0.hdf5", "run_1.hdf5");

        Path merged = folder.resolve("merged");
        run("merge", take.toString(), "--into", merged.toString());
        assertAll(expected, merged, "run_0.hdf5", "run_1.hdf5");

        Uploads.mark(merged, ENV + "/run_0.hdf5");
        run("retain", merged.toString(), "--older-than-days=1");
        assertAll(expected, merged, "run_1.hdf5");
    }

    @Test
    void aDictionaryThatDoesNotFit_isLeftOutOfSqlAlone() throws Exception {
        Path take = record("edited", "--num-runs=2");
        Process python = new ProcessBuilder(
                        "/usr/bin/python3",
                        "-c",
                        """
                import h5py, json, sys
                with h5py.File(sys.argv[1], 'r+') as f:
                    said = json.loads(f['data'].attrs['signals'])
                    said['actions'] = {'names': ['a', 'b', 'c'], 'low': [0, 1]}
                    said['obs/gripper_pos'] = {'low': [0], 'high': [1]}
                    f['data'].attrs['signals'] = json.dumps(said)
                """,
                        take.resolve(ENV + "/run_0.hdf5").toString())
                .inheritIO()
                .start();
        assertEquals(0, python.waitFor());
        InProcess asked = InProcess.run(
                "sql",
                "select run, path, count(*) as n from elements where path in ('actions', 'obs/gripper_pos')"
                        + " group by all order by all",
                take.toString(),
                "--format=csv");
        assertEquals(Outcome.OK, asked.outcome(), asked.err());
        assertEquals("run,path,n\n0,obs/gripper_pos,1\n1,actions,8\n", asked.out());
    }

    @Test
    void everyFileOfContinuousEpisodes_saysTheSame() throws Exception {
        Path take = RecordedTakes.continuous();
        assertAll(signals(take).get(ENV + "/run_0.hdf5"), take, "run_0.hdf5", "run_1.hdf5");
    }
}
