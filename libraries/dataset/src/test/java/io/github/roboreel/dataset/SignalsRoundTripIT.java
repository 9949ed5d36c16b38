package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.lerobot.LeRobotExporter;
import io.github.roboreel.dataset.lerobot.LeRobotFormat;
import io.github.roboreel.dataset.lerobot.LeRobotOptions;
import io.github.roboreel.dataset.minari.MinariDescription;
import io.github.roboreel.dataset.minari.MinariExporter;
import io.github.roboreel.dataset.minari.MinariFormat;
import io.github.roboreel.dataset.minari.MinariOptions;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.dataset.rlds.RldsExporter;
import io.github.roboreel.dataset.rlds.RldsFormat;
import io.github.roboreel.dataset.rlds.RldsOptions;
import io.github.roboreel.dataset.robomimic.RobomimicExporter;
import io.github.roboreel.dataset.robomimic.RobomimicFormat;
import io.github.roboreel.dataset.robomimic.RobomimicOptions;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.Signals;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recordings.folder.RunFileReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a schema says of its elements, out to a format and in again. */
class SignalsRoundTripIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2)
                    .withNames("left", "right")
                    .withBounds(-2, 2),
            FieldSpec.step("obs/q", DType.FLOAT64, 2, 2)
                    .withBounds(new double[] {0, 0, 1, 2}, new double[] {9, 9, 9, Double.POSITIVE_INFINITY}),
            FieldSpec.step("obs/gear", DType.INT8, 1).withNumValues(6),
            FieldSpec.step("obs/on", DType.BOOL, 1),
            FieldSpec.step("obs/mask", DType.BOOL, 300, 2),
            FieldSpec.step("obs/byte", DType.UINT8).withNumValues(256),
            FieldSpec.step("obs/bytes", DType.UINT8, 2).withNumValues(256, 255),
            FieldSpec.step("obs/turns", DType.FLOAT32, 300, 4).withQuaternion("xyzw"),
            FieldSpec.finalObservation("final_obs/q", DType.FLOAT64, 2, 2),
            FieldSpec.finalObservation("final_obs/gear", DType.INT8, 1),
            FieldSpec.finalObservation("final_obs/on", DType.BOOL, 1),
            FieldSpec.finalObservation("final_obs/mask", DType.BOOL, 300, 2),
            FieldSpec.finalObservation("final_obs/byte", DType.UINT8),
            FieldSpec.finalObservation("final_obs/bytes", DType.UINT8, 2),
            FieldSpec.finalObservation("final_obs/turns", DType.FLOAT32, 300, 4));

    @TempDir
    private static Path recordings;

    private static RecordedRuns runs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void record() {
        runs = RecordedRuns.record(recordings.resolve("runs"), SCHEMA);
    }

    @Test
    void lerobot_ofOurs_saysAllAgain() throws Exception {
        LeRobotOptions options = new LeRobotOptions(
                        folder, "lab/signals", Optional.empty(), LeRobotOptions.Images.NONE, RewardPolicy.SUCCESS)
                .withFields(LeRobotOptions.Fields.ALL);
        new LeRobotExporter(options).export(runs, ExportProgress.NONE);
        Signals read = imported(new LeRobotFormat(), folder.resolve("lab/signals"));
        assertSaid(read, List.of("actions", "obs/q", "obs/gear", "obs/on", "obs/turns"));
    }

    @Test
    void rlds_ofOurs_saysAllAgain() throws Exception {
        RldsOptions options = new RldsOptions(
                folder, "signals", Optional.empty(), "1.0.0", RldsOptions.ImageFormat.PNG, RewardPolicy.SUCCESS, false);
        new RldsExporter(options).export(runs, ExportProgress.NONE);
        Signals read = imported(new RldsFormat(), folder.resolve("signals/1.0.0"));
        assertSaid(read, List.of("actions", "obs/q", "obs/gear", "obs/on", "obs/turns"));
    }

    @Test
    void robomimic_ofOurs_saysAllAgain() throws Exception {
        RobomimicOptions options = new RobomimicOptions(folder.resolve("signals.hdf5"), 0, 0, RewardPolicy.SUCCESS);
        new RobomimicExporter(options).export(runs, ExportProgress.NONE);
        Signals read = imported(new RobomimicFormat(), folder.resolve("signals.hdf5"));
        assertSaid(read, List.of("actions", "obs/q", "obs/gear", "obs/on", "obs/turns"));
    }

    @Test
    void minari_ofItsSpaces_saysBounds() throws Exception {
        MinariOptions options = new MinariOptions(
                folder,
                "lab/signals-v0",
                DataFormat.HDF5,
                false,
                Observations.OBS,
                RewardPolicy.SUCCESS,
                false,
                MinariDescription.NONE);
        new MinariExporter(options).export(runs, ExportProgress.NONE);
        Signals read = imported(new MinariFormat(), folder.resolve("lab/signals-v0"));
        assertSaid(read, List.of("obs/q", "obs/gear", "obs/on", "obs/mask", "obs/byte"));
        assertEquals(List.of(255.0, 254.0), read.of("obs/bytes").high());
        assertEquals(List.of(-2.0), read.of("actions").low().stream().distinct().toList());
        assertEquals(List.of(), read.of("actions").names());
        assertEquals(FieldSignal.NONE, read.of("obs/turns"));
    }

    /** What old episodes may pass is no bound of the dataset, in either of its two places. */
    @Test
    void legacyMinari_withEpisodesAdded_keepsItsSpacesInBothPlaces() throws Exception {
        for (boolean isAdded : List.of(false, true)) {
            FieldSpec actions = FieldSpec.step("actions", DType.FLOAT32, 2);
            FieldSchema schema = FieldSchema.of(
                    isAdded ? actions.withBounds(-100, 100) : actions,
                    FieldSpec.step("obs/q", DType.FLOAT32, 3),
                    FieldSpec.finalObservation("final_obs/q", DType.FLOAT32, 3));
            RecordedRuns recorded = RecordedRuns.record(folder.resolve("runs" + isAdded), schema);
            MinariOptions options = new MinariOptions(
                    folder,
                    "signals-added-v0",
                    DataFormat.HDF5,
                    true,
                    Observations.OBS,
                    RewardPolicy.SUCCESS,
                    isAdded,
                    MinariDescription.NONE);
            new MinariExporter(options).export(recorded, ExportProgress.NONE);
        }
        Path data = folder.resolve("signals-added-v0/data");
        String metadata = FormatJson.read(Files.readAllBytes(data.resolve("metadata.json")))
                .get("action_space")
                .asText();
        try (ArrayFileReader file = ArrayFileFormat.hdf5().open(data.resolve("main_data.hdf5"))) {
            String root = (String) file.attributes("").get("action_space");
            assertEquals(metadata.replace("\"-inf\"", "-Infinity").replace("\"inf\"", "Infinity"), root);
            assertTrue(root.contains("[-Infinity,-Infinity]"), root);
        }
    }

    private static void assertSaid(Signals read, List<String> paths) {
        for (String path : paths) {
            FieldSpec spec = SCHEMA.field(path).spec();
            assertEquals(spec.signal(), read.of(path), path);
        }
    }

    private Signals imported(DatasetFormat format, Path dataset) throws IOException {
        Path out = folder.resolve("back");
        format.importer().orElseThrow().run(dataset, out, ExportProgress.NONE);
        Path file;
        try (Stream<Path> files = Files.walk(out)) {
            file = files.filter(path -> path.endsWith("run_0.hdf5")).findFirst().orElseThrow();
        }
        try (RunReader run = RunFileReaders.open(file)) {
            return Signals.of(run.attributes());
        }
    }
}
