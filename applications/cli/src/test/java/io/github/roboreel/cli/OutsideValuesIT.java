package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Run files that take values from files outside of the folder: no command carries those on. */
class OutsideValuesIT {
    private static final String SECRET = "root:x:0:0:root:/root:/bin/bash ";

    /** Spoils every demo of a run file, or with a link its last demo. */
    private static final String SPOIL = """
            import h5py, sys
            run, kind, raw, other = sys.argv[1:]
            with h5py.File(other, 'w') as f:
                f['notes'] = [7.0] * 12
            with h5py.File(run, 'r+') as f:
                if kind == 'demo':
                    del f['data/demo_3']
                    f['data/demo_3'] = h5py.ExternalLink(other, '/')
                for demo in f['data'].values() if kind != 'demo' else ():
                    if kind == 'storage':
                        demo.create_dataset('notes', (4, 8), 'u1', external=[(raw, 0, 32)])
                    elif kind == 'virtual':
                        layout = h5py.VirtualLayout((12,), 'f8')
                        layout[:] = h5py.VirtualSource(other, 'notes', (12,))
                        demo.create_virtual_dataset('notes', layout)
                    elif kind == 'link':
                        demo['notes'] = h5py.ExternalLink(other, '/notes')
                    elif kind == 'soft':
                        demo['notes'] = h5py.SoftLink('actions')
            """;

    private static final String NOTES = """
            import h5py, sys
            demos = h5py.File(sys.argv[1], 'r')['data'].values()
            print(all((d['notes'][...] == d['actions'][...]).all() for d in demos), len(demos))
            """;

    @TempDir
    Path temp;

    private TakeToExport take;

    @BeforeEach
    void copyTake() throws IOException {
        take = TakeToExport.copy(RecordedTakes.withImages(), temp);
        Files.writeString(temp.resolve("secret"), SECRET);
    }

    private void spoil(String kind) throws Exception {
        for (int run = 0; run < 2; run++) {
            ChildJvm.python(
                    "-c",
                    SPOIL,
                    RecordedTakes.file(take.folder(), run).toString(),
                    kind,
                    temp.resolve("secret").toString(),
                    temp.resolve("secret.hdf5").toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"storage", "virtual", "link", "demo"})
    void checkAndExportRefuseThemByNameWithExitCode3(String kind) throws Exception {
        spoil(kind);
        String place = kind.equals("demo") ? "data/demo_3" : "data/demo_0/notes";
        String what = kind.equals("storage") ? "it has external storage" : "it takes values from '";

        InProcess check = run("check", take.folder().toString());
        requireRefusal(place + ": " + what, check.out() + check.err(), check);
        InProcess export = take.export();
        requireRefusal(place + ": " + what, export.err(), export);
        assertFalse(Files.exists(take.target()));
        assertEquals(1, export.err().lines().count(), export.err());
    }

    private static InProcess run(String... arguments) {
        return InProcess.run(arguments);
    }

    private static void requireRefusal(String sentence, String said, InProcess run) {
        assertEquals(Outcome.DATA_LOST, run.outcome(), said);
        assertTrue(said.contains(sentence), said);
    }

    @Test
    void readersOfNumbersRefuseExternalStorageAndReportsDoNotNeedIt() throws Exception {
        spoil("storage");
        String folder = take.folder().toString();

        for (List<String> command :
                List.of(List.of("stats", "--quiet"), List.of("inspect"), List.of("fleet", "check", "--quiet"))) {
            String operand = command.contains("inspect")
                    ? RecordedTakes.file(take.folder(), 0).toString()
                    : folder;
            InProcess said =
                    run(Stream.concat(command.stream(), Stream.of(operand)).toArray(String[]::new));
            String all = said.out() + said.err();
            requireRefusal("notes", all, said);
            assertTrue(all.contains("external storage") || all.contains("External Data Files"), all);
            assertFalse(all.contains("root:x"), all);
        }
        InProcess report = run("report", folder);
        assertEquals(Outcome.OK, report.outcome(), report.err());
    }

    @Test
    void anImportOfAFileWithExternalStorageIsRefusedByNameAndLeavesNothing() throws Exception {
        InProcess exported = take.export();
        assertEquals(Outcome.OK, exported.outcome(), exported.err());
        ChildJvm.python(
                "-c",
                SPOIL,
                take.target().toString(),
                "storage",
                temp.resolve("secret").toString(),
                temp.resolve("secret.hdf5").toString());
        Path imported = temp.resolve("imported");

        InProcess run = run("import", "robomimic", take.target().toString(), "--output-dir=" + imported, "--quiet");

        requireRefusal("data/demo_0/notes: it has external storage", run.err(), run);
        assertFalse(Files.exists(imported));
    }

    @Test
    void softLinksAreExportedWithTheirValues() throws Exception {
        spoil("soft");

        assertEquals("0, 1, 2, 3, 4, 5, 6, 7", take.exported());
        assertEquals(
                "True 8", ChildJvm.python("-c", NOTES, take.target().toString()).strip());
    }
}
