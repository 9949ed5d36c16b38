package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Signals;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoScanTest {
    private static final List<String> PATHS = List.of("obs/x", "states/x");

    /** A demo of two rows whose observation equals its state; float32 is scanned as doubles. */
    private static class TwoRows implements EpisodeReader {
        @Override
        public String name() {
            return "demo_0";
        }

        @Override
        public Map<String, Object> attributes() {
            return Map.of("num_samples", 2L);
        }

        @Override
        public long numSamples() throws IOException {
            return 2;
        }

        @Override
        public List<String> paths() {
            return PATHS;
        }

        @Override
        public boolean has(String path) {
            return PATHS.contains(path);
        }

        @Override
        public DatasetInfo info(String path) {
            return new DatasetInfo(DType.FLOAT32, 2, List.of(1L), List.of(2L, 1L), List.of(), 8, "", "");
        }

        @Override
        public double[] readDoubles(String path, long from, long to) {
            return new double[] {0, 1};
        }

        @Override
        public byte[] readBytes(String path, long from, long to) {
            return new byte[] {0, 0, 0, 0, 0, 0, 1, 1};
        }
    }

    private static RunFacts scanned(EpisodeReader demo) throws IOException {
        Attempt attempt = new Attempt(Path.of("run_0.hdf5"));
        DemoFacts facts = new DemoScan(demo, false, 1000, Signals.NONE, attempt).run(reader -> null);
        return new RunFacts(false, FileSpace.UNKNOWN, Map.of(), List.of(facts), List.of(), attempt.faults());
    }

    @Test
    void lateObservations_ofAnObservationThatEqualsItsState_nameIt() throws IOException {
        RunFacts facts = scanned(new TwoRows());

        assertEquals(List.of(), facts.faults());
        assertEquals(List.of("obs/x"), facts.demos().get(0).rows().late());
    }

    @Test
    void lateObservations_whoseRowsTakeMoreMemoryThanThereIs_areAFaultAndTheScanGoesOn() throws IOException {
        RunFacts facts = scanned(new TwoRows() {
            @Override
            public byte[] readBytes(String path, long from, long to) {
                throw new OutOfMemoryError("Java heap space");
            }
        });

        assertEquals(1, facts.faults().size(), facts.faults().toString());
        assertEquals("data/demo_0/obs/x", facts.faults().get(0).inside());
        assertTrue(
                facts.faults().get(0).problem().contains("Java heap space"),
                facts.faults().toString());
        assertEquals(PATHS, List.copyOf(facts.demos().get(0).datasets().keySet()));
        assertEquals(List.of(), facts.demos().get(0).rows().late());
    }

    @Test
    void lateObservations_whereTheSamplesCannotBeRead_reportThemOnce() throws IOException {
        RunFacts facts = scanned(new TwoRows() {
            @Override
            public long numSamples() throws IOException {
                throw new IOException("is a text");
            }
        });

        assertEquals(1, facts.faults().size(), facts.faults().toString());
        assertEquals("data/demo_0/@num_samples", facts.faults().get(0).inside());
        assertEquals(List.of(), facts.demos().get(0).rows().late());
    }
}
