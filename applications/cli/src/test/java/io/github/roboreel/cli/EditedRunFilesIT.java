package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Closed run files that people's scripts opened with h5py and changed. */
class EditedRunFilesIT {
    private static final String EDIT = """
            import h5py, numpy as np, sys
            for path in sys.argv[1:]:
                with h5py.File(path, 'r+', libver='latest') as f:
                    data = f['data']
                    demo = data['demo_1']
                    %s
            """;

    private static final String OWN_ARRAYS = """
            import h5py, sys
            demo = h5py.File(sys.argv[1], 'r')['data/demo_1']
            print(sorted(set(demo['rewards'][:].tolist())), demo['progress'].dtype, demo['progress'][:].tolist())
            """;

    @TempDir
    Path temp;

    private TakeToExport take;

    @BeforeEach
    void copyTake() throws IOException {
        take = TakeToExport.copy(RecordedTakes.withImages(), temp);
    }

    private InProcess checkAfter(String statement) throws Exception {
        String first = RecordedTakes.file(take.folder(), 0).toString();
        String second = RecordedTakes.file(take.folder(), 1).toString();
        ChildJvm.python("-c", EDIT.formatted(statement), first, second);
        return InProcess.run("check", take.folder().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            f['mask/train'] = np.array(['demo_0', 'demo_1'], 'S')
            data.attrs['note'], demo.attrs['operator'] = 'x', 'Z'
            """)
    void splitsAndAttributesAreSoundAndTheEpisodesAreExported(String statement) throws Exception {
        InProcess check = checkAfter(statement);

        assertEquals(Outcome.OK, check.outcome(), check.out());
        assertEquals("0, 1, 2, 3, 4, 5, 6, 7", take.exported());
    }

    @Test
    void arraysWithARowPerStepAreNotedAndExported() throws Exception {
        InProcess check =
                checkAfter("for d in data.values(): d['rewards'], d['progress'] = np.full(12, 0.5), np.arange(12)");

        assertEquals(Outcome.OK, check.outcome(), check.out());
        assertTrue(check.out().contains("data/demo_0/progress and 7 more: was not written"), check.out());
        assertEquals("0, 1, 2, 3, 4, 5, 6, 7", take.exported());
        assertEquals(
                "[0.5] int64 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]",
                ChildJvm.python("-c", OWN_ARRAYS, take.target().toString()).strip());
    }

    /** A link to a file that is elsewhere is refused: see {@link OutsideValuesIT}. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            del data['demo_1']                                | data/demo_1: is missing: the run has 4 envs
            data.move('demo_1', 'demo_7')                     | data/demo_7: is one too many: the run has 4 envs
            demo['obs/arm_joint_pos'].resize(9, axis=0)       | data/demo_1/obs/arm_joint_pos: has 9 rows; num_samples is 12
            demo['x'] = h5py.ExternalLink('other.hdf5', '/x') | data/demo_1/x: it takes values from 'other.hdf5', which is no file
            """)
    void whatADemoLacksIsNamedAndNotExported(String statement, String finding) throws Exception {
        InProcess check = checkAfter(statement);

        assertEquals(Outcome.DATA_LOST, check.outcome(), check.out());
        assertTrue(check.out().contains("error: "), check.out());
        assertTrue(check.out().contains(finding), check.out());
        InProcess export = take.export();
        assertNotEquals(Outcome.OK, export.outcome(), export.err());
        assertTrue(export.err().contains("demo_1"), export.err());
    }
}
