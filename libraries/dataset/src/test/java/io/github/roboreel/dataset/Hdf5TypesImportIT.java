package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.robomimic.RobomimicFormat;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A robomimic file with one array of a type, filter or place that HDF5 has and few datasets use. */
class Hdf5TypesImportIT {
    private static final Imports IMPORTS = new Imports(new RobomimicFormat());

    private static final String WRITE = """
            import sys, os, json, h5py, numpy as np
            T, out, folder = 12, sys.argv[1], os.path.dirname(sys.argv[1])
            with h5py.File(out, 'w') as f:
                g = f.create_group('data')
                g.attrs['env_args'] = json.dumps({'env_name': 'Lift', 'type': 1, 'env_kwargs': {'control_freq': 20}})
                d = g.create_group('demo_0')
                d.attrs['num_samples'] = T
                d['actions'] = np.arange(T * 7, dtype='f8').reshape(T, 7)
                v = np.arange(T * 3, dtype='f4').reshape(T, 3)
                %s
            """;

    private static final String COMPARE = """
            import sys, h5py, numpy as np
            a = h5py.File(sys.argv[1], 'r')['data/demo_0/obs/x'][...]
            b = h5py.File(sys.argv[2] + '/Lift/run_0.hdf5', 'r')['data/demo_0/obs/x'][...]
            print(b.dtype.name, np.array_equal(a, b.astype(a.dtype), equal_nan=a.dtype.kind == 'f'))
            """;

    @TempDir
    private Path folder;

    private Path write(String array) throws Exception {
        Path file = folder.resolve("lift.hdf5");
        Python.run(WRITE.formatted(array), file);
        return file;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            float64 | d['obs/x'] = v.astype('>f8')
            float16 | d['obs/x'] = v.astype('>f2')
            bytes64 | d['obs/x'] = np.array([b'grasp', b'x'] * 6, 'S8')
            float32 | d.create_dataset('obs/x', data=v, fletcher32=True, shuffle=True, compression='gzip', chunks=(5, 2))
            int32   | d.create_dataset('obs/x', data=v.astype('i4'), scaleoffset=0, chunks=(4, 3))
            float32 | v[3, 1], v[4, 2] = np.nan, np.inf; d['obs/x'] = v
            uint64  | d['obs/x'] = np.array([2**63 + 5] * T, 'u8')
            float32 | d['y'] = v; d['obs/x'] = h5py.SoftLink('/data/demo_0/y')
            float32 | h5py.File(folder + '/o.hdf5', 'w')['x'] = v; d['obs/x'] = h5py.ExternalLink('o.hdf5', '/x')
            float32 | d['y'] = v; l = h5py.VirtualLayout(v.shape, 'f4'); l[:] = h5py.VirtualSource('.', '/data/demo_0/y', v.shape); d.create_virtual_dataset('obs/x', l)
            """)
    void itIsRecordedValueByValue(String dtype, String array) throws Exception {
        Path file = write(array);
        Path out = folder.resolve("out");

        IMPORTS.run(file, out);

        assertEquals(dtype + " True", Python.run(COMPARE, file, out));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            float128 | d['obs/x'] = v.astype('longdouble')
            float16 but not IEEE 754's | t = h5py.h5t.IEEE_F32LE.copy(); t.set_fields(15, 7, 8, 0, 7); t.set_size(2); t.set_ebias(127); h5py.h5d.create(d.require_group('obs').id, b'x', t, h5py.h5s.create_simple(v.shape)).write(h5py.h5s.ALL, h5py.h5s.ALL, v)
            compound | d['obs/x'] = v.astype('c8')
            compound | d['obs/x'] = np.zeros(T, [('p', 'f4', 3), ('q', 'f4', 4)])
            vlen     | d.create_dataset('obs/x', (T,), h5py.vlen_dtype('f4'))
            reference | d['obs/x'] = np.array([d['actions'].ref] * T, h5py.ref_dtype)
            enum     | d.create_dataset('obs/x', data=[0, 1] * 6, dtype=h5py.enum_dtype({'open': 0, 'closed': 1}, 'i1'))
            """)
    void aTypeThatNoFieldHasIsRefusedByItsName(String type, String array) throws Exception {
        Path out = folder.resolve("out");

        String message = IMPORTS.refusal(write(array), out);

        assertTrue(message.contains("'data/demo_0/obs/x' is of a type that a step cannot hold"), message);
        assertTrue(message.contains(type), message);
        assertFalse(Files.exists(out));
    }

    @Test
    void aFilterThatTheLibraryLacksIsNamedWithWhatToDo() throws Exception {
        Path out = folder.resolve("out");

        String message = IMPORTS.refusal(write("d.create_dataset('obs/x', data=v, compression='lzf')"), out);

        assertTrue(message.contains("data/demo_0/obs/x"), message);
        assertTrue(message.contains("filter 'lzf'"), message);
        assertTrue(message.contains("compression='gzip'"), message);
        assertFalse(Files.exists(out));
    }

    @Test
    void nanAndInfinityOfADatasetAreNoDamageOfItsImport() throws Exception {
        Path out = folder.resolve("out");
        IMPORTS.run(write("v[3, 1], v[4, 2] = np.nan, np.inf; d['obs/x'] = v"), out);

        FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
        AuditReport report = audit.audit(out);
        assertFalse(report.isDamaged(), report.findings().toString());
        assertEquals(1, report.episodes());
    }

    @Test
    void externalStorageIsRefusedByTheNameOfItsArray() throws Exception {
        Path file = write("v.tofile(folder + '/x.bin');"
                + " d.create_dataset('obs/x', v.shape, 'f4', external=[('x.bin', 0, v.nbytes)])");
        Path out = folder.resolve("out");

        IOException refused = assertThrows(IOException.class, () -> IMPORTS.run(file, out));

        String message = refused.getMessage();
        assertTrue(message.contains(file + ", data/demo_0/obs/x: it has external storage"), message);
        assertEquals(Kind.LEADS_OUTSIDE, Kind.of(refused));
        assertFalse(Files.exists(out));
    }
}
