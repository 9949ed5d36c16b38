package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.jhdf.JhdfRunReader;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.folder.RunFileReaders;
import io.github.roboreel.tools.Examples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RunScansIT {
    private static final double DT_SECONDS = 1.0 / 15;

    @TempDir
    private Path folder;

    private RunScans scans(RunReaders readers) {
        return new RunScans(MetricSettings.roboLab(), readers);
    }

    private Path example() throws Exception {
        return Examples.make(folder.resolve("output"), "").resolve(Examples.ENV).resolve("run_0.hdf5");
    }

    @Test
    void scan_inPlainJavaAndByTheNativeLibrary_findsTheSame() throws Exception {
        Path file = example();
        RunFacts facts = scans(RunFileReaders::open).scan(file, DT_SECONDS);

        assertEquals(scans(Hdf5RunReader::open).scan(file, DT_SECONDS), facts);
        assertEquals(List.of(), facts.faults());
        assertEquals(60L, facts.demos().get(0).numSamples());
        assertEquals(125L, facts.attributes().get("total"));
        assertEquals(
                EpisodeMetrics.STANDARD.metrics().stream().map(m -> m.name()).toList(),
                List.copyOf(facts.demos().get(1).rows().metrics().keySet()));
        assertEquals(1.0, facts.demos().get(0).rows().lastScore());
    }

    @Test
    void scan_whileTheProcessThatReadsIsEnded_saysNothingAboutTheFile() throws Exception {
        RunScans scans = scans(file -> {
            throw new FileFaultException(Kind.INTERRUPTED, "ended by signal 15", null);
        });
        IOException stopped = assertThrows(IOException.class, () -> scans.scan(folder.resolve("run_0.hdf5"), 0));
        assertEquals("ended by signal 15", stopped.getMessage());
    }

    @Test
    void scan_ofAFileWithADamagedText_namesItsAttributeAndReadsTheRest() throws Exception {
        Path file = example();
        byte[] bytes = Files.readAllBytes(file);
        String whole = new String(bytes, StandardCharsets.ISO_8859_1);
        // The length of the first text in the heap, behind the collection's head and the text's index.
        bytes[whole.lastIndexOf("GCOL") + 16 + 8 + 6] ^= 0x7f;
        Files.write(file, bytes);

        RunFacts facts = scans(JhdfRunReader::open).scan(file, 0);

        List<ValueFault> named = facts.faults().stream()
                .filter(f -> f.inside().contains("/@") && f.problem().equals("cannot be read, it is damaged"))
                .toList();
        assertFalse(named.isEmpty(), facts.faults().toString());
        assertEquals(2, facts.demos().size());
        assertEquals(60L, facts.demos().get(0).numSamples());
    }

    @Test
    void scan_withoutATimeStep_givesNoMetrics() throws Exception {
        assertNull(scans(RunFileReaders::open)
                .scan(example(), 0)
                .demos()
                .get(0)
                .rows()
                .metrics());
    }

    @Test
    void head_readsAttributesAndTheFieldsOfOneDemo() throws Exception {
        Path file = example();
        RunFacts whole = scans(RunFileReaders::open).scan(file, 0);
        RunFacts head = scans(RunFileReaders::open).head(file);

        assertEquals(whole.attributes(), head.attributes());
        assertEquals(whole.fields(), head.fields());
        assertEquals(whole.demos().size(), head.demos().size());
        assertTrue(head.demos().get(1).datasets().isEmpty());
    }

    @Test
    @Timeout(60)
    void scan_ofAPipe_refusesItAtOnce() throws Exception {
        Path pipe = folder.resolve("run_0.hdf5");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        RunFacts facts = scans(RunFileReaders::open).scan(pipe, 0);
        assertEquals(1, facts.faults().size());
        assertEquals(
                "is no regular file but a pipe or a device",
                facts.faults().get(0).problem());
    }
}
