package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.KilledContinuousRecording;
import io.github.roboreel.recorder.hdf5.KilledRecording;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is shown of a run whose recorder was killed is what a recovery makes of it. */
class KilledRunShownIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "PROPRIO, 1",
        "PROPRIO, 701",
        "PROPRIO, 1201",
        "IMAGES, 130",
        "IMAGES, 905",
        "RAW_IMAGES, 333",
        "LARGE_ROWS, 260",
        "DEPTH, 411"
    })
    void aKilledRunIsShownAsItIsRecovered(KilledRecording.Kind kind, int steps) throws Exception {
        Process process = KilledRecording.start(folder, kind, 0);
        try {
            KilledRecording.await(process, folder, steps);
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertShownAsRecovered(KilledRecording.harness(folder, kind), kind + " after " + steps);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void killedContinuousEpisodesAreShownAsTheyAreRecovered(boolean images) throws Exception {
        Process process = KilledContinuousRecording.start(folder, images, 11);
        try {
            KilledContinuousRecording.await(process, folder, 40);
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertShownAsRecovered(KilledContinuousRecording.harness(folder, images), "continuous");
    }

    private static void assertShownAsRecovered(SinkHarness run, String what) throws Exception {
        Map<String, Map<String, Object>> shown;
        try (UnfinishedRun left = UnfinishedRun.open(run.file(), "")) {
            shown = content(left);
        }
        assertTrue(RunRecovery.onCopy().recover(run.file()).isComplete(), what);
        try (Hdf5RunReader reader = Hdf5RunReader.open(run.file())) {
            Map<String, Map<String, Object>> recovered = content(reader);
            assertEquals(recovered.keySet(), shown.keySet(), what);
            recovered.forEach((demo, values) -> {
                leaveOutVerdict(values, shown.get(demo));
                values.forEach((name, value) ->
                        assertEquals(value, shown.get(demo).get(name), what + ": " + demo + " " + name));
                assertEquals(values.keySet(), shown.get(demo).keySet(), what + ": " + demo);
            });
        }
    }

    /** An episode that was cut is shown as it stood, and says after a recovery that it was recovered. */
    private static void leaveOutVerdict(Map<String, Object> recovered, Map<String, Object> shown) {
        if ("recovered".equals(recovered.get("@status"))) {
            List.of("@status", "@success").forEach(name -> {
                assertTrue(recovered.keySet().remove(name) && shown.keySet().remove(name), name);
            });
        }
    }

    /** Attributes and datasets by demo, stored sizes aside: staged rows are not compressed yet. */
    private static Map<String, Map<String, Object>> content(RunReader run) throws IOException {
        Map<String, Map<String, Object>> content = new TreeMap<>();
        content.put("", new TreeMap<>(run.attributes()));
        for (String name : run.demoNames()) {
            EpisodeReader demo = run.demo(name);
            Map<String, Object> values = new TreeMap<>();
            demo.attributes().forEach((key, value) -> values.put("@" + key, value));
            values.put("steps", demo.numSamples());
            for (String path : demo.paths()) {
                DatasetInfo info = demo.info(path);
                values.put(path + " stored", withoutSize(info));
                values.put(path, Arrays.hashCode(demo.readBytes(path, 0, info.rows())));
            }
            content.put(name, values);
        }
        return content;
    }

    private static DatasetInfo withoutSize(DatasetInfo info) {
        return new DatasetInfo(
                info.dtype(),
                info.rows(),
                info.rowShape(),
                info.chunkShape(),
                info.filters(),
                0,
                info.unit(),
                info.frame(),
                info.nonFiniteAllowed(),
                info.declared());
    }
}
