package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.minari.MinariDescription;
import io.github.roboreel.dataset.minari.MinariExporter;
import io.github.roboreel.dataset.minari.MinariFormat;
import io.github.roboreel.dataset.minari.MinariOptions;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types and keys of Minari that robots' recordings rarely have: they come in whole and go out equal. */
class OddDatasetIT {
    @TempDir
    private static Path shared;

    private static Path dataset;
    private static Path imported;
    private static ImportSummary summary;

    @TempDir
    private Path folder;

    @BeforeAll
    static void bringIn() throws Exception {
        dataset = shared.resolve("odd");
        imported = shared.resolve("imported");
        OddDataset.write(dataset);
        summary = new MinariFormat().importer().orElseThrow().run(dataset, imported, ExportProgress.NONE);
    }

    private static ImportedRuns runs() {
        return new ImportedRuns(imported, OddDataset.ENV_NAME, 3);
    }

    private ExportSummary export(String id, boolean legacy) throws Exception {
        MinariOptions options = new MinariOptions(
                folder.resolve("root"),
                id,
                DataFormat.HDF5,
                legacy,
                Observations.OBS,
                RewardPolicy.RECORDED,
                false,
                MinariDescription.NONE);
        return new MinariExporter(options).export(runs(), ExportProgress.NONE);
    }

    @Test
    void everyArrayIsAFieldUnderALegalPath() throws Exception {
        assertEquals(3, summary.episodes());
        assertEquals("""
                actions/arm float64 (6, 2)
                actions/gripper int64 (6,)
                actions/pair/_index_0 float32 (6,)
                actions/pair/_index_1 int64 (6, 2)
                obs/bits int8 (6, 3)
                obs/camera uint8 (6, 33, 40, 3)
                obs/gr__e/l_nge_x float64 (6, 1)
                obs/joint_pos__rad_ float32 (6, 2)
                obs/joint_pos__rad__2 float32 (6, 1)
                obs/key uint64 (6, 2)
                obs/on bool (6, 2)
                obs/text |S9 (6,)
                obs/ticks uint32 (6,)
                obs/tiny int8 (6, 2)
                ['ccccccccc', '€€€', '', 'abc', 'é€ a', 'ccccccccc']""", Python.run("""
                        import sys, h5py
                        demo = h5py.File(sys.argv[1] + '/xy_odd-v1/run_2.hdf5')['data/demo_0']
                        for group in ('actions', 'obs'):
                            lines = []
                            demo[group].visititems(lambda n, o: lines.append(f'{group}/{n} {o.dtype} {o.shape}') if isinstance(o, h5py.Dataset) else None)
                            print('\\n'.join(lines))
                        print([*demo['obs/text'].asstr()[1:], *demo['final_obs/text'].asstr()[:]])
                        """, imported));
    }

    @Test
    void minariGetsBackEveryArrayKeyAndSpace() throws Exception {
        export("xy/odd-v2", false);
        assertEquals("66", OddDataset.compare(dataset, folder.resolve("root/xy/odd-v2")));
        Path second = folder.resolve("second");
        new MinariFormat().importer().orElseThrow().run(folder.resolve("root/xy/odd-v2"), second, ExportProgress.NONE);
        MinariOptions again = new MinariOptions(
                folder.resolve("root"),
                "xy/odd-v3",
                DataFormat.HDF5,
                false,
                Observations.OBS,
                RewardPolicy.RECORDED,
                false,
                MinariDescription.NONE);
        new MinariExporter(again).export(new ImportedRuns(second, OddDataset.ENV_NAME, 3), ExportProgress.NONE);
        assertEquals("66", OddDataset.compare(dataset, folder.resolve("root/xy/odd-v3")));
    }

    @Test
    void notesSayWhatTheImportDidNotTake() {
        assertTrue(
                summary.notes().stream().noneMatch(note -> note.contains("is left out")),
                summary.notes().toString());
    }
}
