package io.github.roboreel.dataset.rlds;

import static io.github.roboreel.dataset.rlds.ChangedEpisodes.changed;
import static io.github.roboreel.dataset.rlds.ChangedEpisodes.with;
import static io.github.roboreel.dataset.rlds.ExportChecks.CHECKER;
import static io.github.roboreel.dataset.rlds.ExportChecks.EPISODES;
import static io.github.roboreel.dataset.rlds.ExportChecks.STEP_ARRAYS;
import static io.github.roboreel.dataset.rlds.ExportChecks.actions;
import static io.github.roboreel.dataset.rlds.ExportChecks.checked;
import static io.github.roboreel.dataset.rlds.ExportChecks.compared;
import static io.github.roboreel.dataset.rlds.ExportChecks.contents;
import static io.github.roboreel.dataset.rlds.ExportChecks.json;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports what the recorder recorded, and reads it with programs that are not ours. */
class RldsExporterIT {
    private static final RldsExporter.Limits SMALL_SHARDS = new RldsExporter.Limits(200_000, Integer.MAX_VALUE);

    /** Of 255, in smooth pictures. */
    private static final int MAX_JPEG_ERROR = 12;

    @TempDir
    static Path recordings;

    private static RecordedRuns runs;
    private static RecordedRuns runsWithImages;

    @TempDir
    Path folder;

    @BeforeAll
    static void record() {
        runs = RecordedRuns.record(recordings.resolve("plain"), false);
        runsWithImages = RecordedRuns.record(recordings.resolve("images"), true);
    }

    private RldsOptions options(RewardPolicy reward) {
        return ExportChecks.options(folder, reward, ImageFormat.PNG, false);
    }

    private ExportSummary export(RldsOptions options, EpisodeSource source) throws IOException {
        return new RldsExporter(options).export(source, ExportProgress.NONE);
    }

    @Test
    void exportsEveryArrayBitForBitWithImages() throws Exception {
        RldsExporter exporter = new RldsExporter(options(RewardPolicy.SUCCESS), SMALL_SHARDS);
        ExportSummary summary = exporter.export(runsWithImages, ExportProgress.NONE);
        assertEquals(EPISODES, summary.episodes());
        assertEquals(actions(), summary.steps());
        assertEquals(List.of(), summary.notes());
        JsonNode found = checked(summary.target(), actions() + EPISODES);
        assertEquals(6, found.get("terminal").asInt());
        assertEquals(2, found.get("truncated").asInt());
        assertEquals(4.0, found.get("return").asDouble(), "one for each success");
        assertTrue(
                json(summary.target(), "dataset_info.json")
                                .at("/splits/0/shardLengths")
                                .size()
                        > 2,
                "several files");
        assertEquals(EPISODES * (STEP_ARRAYS + 1), compared(summary.target(), runsWithImages));
    }

    @Test
    void exportsWithoutImagesTheSameBytesEachTime() throws Exception {
        Path first = export(options(RewardPolicy.RECORDED), runs).target();
        JsonNode found = checked(first, actions() + EPISODES);
        assertEquals(0.0, found.get("return").asDouble());
        assertEquals(EPISODES * STEP_ARRAYS, compared(first, runs));
        Map<String, byte[]> before = contents(first);
        Path moved = Files.move(first, folder.resolve("first"));
        Map<String, byte[]> again =
                contents(export(options(RewardPolicy.RECORDED), runs).target());
        assertEquals(before.keySet(), again.keySet());
        before.forEach((name, bytes) -> assertArrayEquals(bytes, again.get(name), name));
        assertTrue(Files.isDirectory(moved));
    }

    @Test
    void tellsHowFarItIs() throws Exception {
        Map<String, Long> told = new TreeMap<>();
        ExportProgress progress = new ExportProgress() {
            private String phase;

            @Override
            public void phase(String name, long steps) {
                phase = name;
                assertEquals(actions(), steps);
            }

            @Override
            public void advanced(long steps) {
                told.merge(phase, steps, Long::sum);
            }
        };
        new RldsExporter(options(RewardPolicy.SUCCESS)).export(runsWithImages, progress);
        assertEquals(Map.of("writing", (long) actions(), "checking", (long) actions()), told);
    }

    @Test
    void marksEpisodesThatAreNotWhole() throws Exception {
        EpisodeSource broken = changed(runs, facts -> facts.env() == 3 ? with(facts, Ending.INCOMPLETE) : facts);
        Path target = export(options(RewardPolicy.SCORE_DELTA), broken).target();
        JsonNode found = checked(target, actions() + EPISODES);
        assertEquals(2, found.get("invalid").asInt());
        assertEquals(4, found.get("terminal").asInt());
        assertEquals(EPISODES * STEP_ARRAYS, compared(target, runs.folder(), broken));
    }

    @Test
    void keepsTheLastActionWhereTheLastObservationWasNotRecorded() throws Exception {
        List<FieldSpec> fields = new ArrayList<>(RecordedRuns.schema(false).specs());
        fields.removeIf(field -> field.path().equals("final_obs/clock"));
        RecordedRuns runs = RecordedRuns.record(folder.resolve("runs"), FieldSchema.of(fields));
        ExportSummary summary = export(options(RewardPolicy.SUCCESS), runs);
        assertTrue(
                summary.notes().get(0).contains("final_obs/clock"),
                summary.notes().get(0));
        Path target = summary.target();
        String description =
                json(target, "dataset_info.json").get("description").asText();
        assertTrue(description.contains("T actions are T steps"), description);
        Python.Result loose = Python.run(CHECKER, target, "--expect-steps", actions());
        assertEquals(0, loose.exitCode(), loose.output());
        assertTrue(loose.output().contains("action of the is_last step is not zero"));
        assertEquals(EPISODES * (STEP_ARRAYS + 4), compared(target, runs), "and 2 final, 2 initial ones");
    }

    @Test
    void advisesToLeaveOutEpisodesThatWereBrokenOff() throws Exception {
        EpisodeSource mixed = visitor -> runs.visit(
                (facts, episode) -> visitor.visit(facts, facts.env() == 1 ? new BrokenOffReader(episode) : episode));
        ExportSummary summary = export(options(RewardPolicy.SUCCESS), mixed);
        assertEquals(2, summary.notes().size(), summary.notes().toString());
        assertTrue(
                summary.notes().get(1).contains("of complete ones only"),
                summary.notes().get(1));
        Python.Result loose = Python.run(CHECKER, summary.target(), "--expect-steps", actions());
        assertEquals(0, loose.exitCode(), loose.output());
    }

    @Test
    void observesTheStateWhereNothingElseWas() throws Exception {
        List<FieldSpec> fields = new ArrayList<>(RecordedRuns.schema(false).specs());
        fields.removeIf(field -> field.path().contains("obs/"));
        RecordedRuns runs = RecordedRuns.record(folder.resolve("runs"), FieldSchema.of(fields));
        Path target = export(options(RewardPolicy.SUCCESS), runs).target();
        checked(target, actions() + EPISODES);
        assertEquals(EPISODES * (STEP_ARRAYS - 3), compared(target, runs));
    }

    @Test
    void keepsValuesOfEveryType() throws Exception {
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(FieldSpec.step("actions", DType.FLOAT64, 3));
        fields.add(FieldSpec.step("rewards", DType.FLOAT64));
        for (DType dtype : DType.values()) {
            if (dtype.isText()) {
                addObservation(fields, dtype, 12);
                continue;
            }
            addObservation(fields, dtype);
            addObservation(fields, dtype, 2, 3);
        }
        addObservation(fields, DType.UINT8, 40, 30, 1);
        addObservation(fields, DType.FLOAT16, 40, 30);
        RecordedRuns all = RecordedRuns.record(folder.resolve("runs"), FieldSchema.of(fields));
        Path target = export(options(RewardPolicy.RECORDED), all).target();
        checked(target, actions() + EPISODES);
        assertEquals(EPISODES * (4 + (fields.size() - 2) / 2), compared(target, all));
    }

    private static void addObservation(List<FieldSpec> fields, DType dtype, Integer... shape) {
        String path = "obs/"
                + dtype.label()
                + "/shape"
                + String.join("x", Arrays.toString(shape).split("\\D+"));
        fields.add(FieldSpec.step(path, dtype, shape));
        fields.add(FieldSpec.finalObservation("final_" + path, dtype, shape));
    }

    @Test
    void depthImagesArePictureFilesOf16Bits() throws Exception {
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(FieldSpec.step("actions", DType.FLOAT32, 3));
        addDepth(fields, DType.UINT16);
        addDepth(fields, DType.FLOAT32);
        RecordedRuns depths = RecordedRuns.record(folder.resolve("runs"), FieldSchema.of(fields));
        Path target = export(options(RewardPolicy.SUCCESS), depths).target();
        checked(target, actions() + EPISODES);
        JsonNode features = json(target, "features.json")
                .at("/featuresDict/features/steps/sequence/feature/featuresDict/features")
                .at("/observation/featuresDict/features");
        assertEquals(
                "{\"shape\":{\"dimensions\":[\"40\",\"30\",\"1\"]},\"dtype\":\"uint16\","
                        + "\"encodingFormat\":\"png\"}",
                features.at("/depth_uint16/image").toString());
        assertEquals("float32", features.at("/depth_float32/tensor/dtype").asText());
        assertEquals(EPISODES * 5, compared(target, depths));
    }

    private static void addDepth(List<FieldSpec> fields, DType dtype) {
        FieldSpec step = FieldSpec.image("obs/depth_" + dtype.label(), dtype, 40, 30, 1);
        fields.add(step);
        fields.add(FieldSpec.finalObservation("final_" + step.path(), dtype, 40, 30, 1));
    }

    @Test
    void jpegPicturesShowNearlyWhatWasRecorded() throws Exception {
        EpisodeSource painted =
                visitor -> runsWithImages.visit((facts, episode) -> visitor.visit(facts, new PaintedReader(episode)));
        ExportSummary summary =
                export(ExportChecks.options(folder, RewardPolicy.SUCCESS, ImageFormat.JPEG, false), painted);
        assertTrue(summary.notes().get(0).startsWith("JPEG"), summary.notes().get(0));
        checked(summary.target(), actions() + EPISODES);
        Path pixels = folder.resolve("pixels");
        String pictures = Python.output(
                ExportChecks.script("rlds_pixels.py"),
                Python.CONFORMANCE,
                summary.target(),
                "steps/observation/wrist_cam",
                pixels);
        assertEquals(actions() + EPISODES, Integer.parseInt(pictures));
        assertPainted(ByteBuffer.wrap(Files.readAllBytes(pixels)));
    }

    private static void assertPainted(ByteBuffer pixels) throws IOException {
        runsWithImages.visit((facts, episode) -> {
            for (long step = 0; step <= episode.numSamples(); step++) {
                for (byte expected : PaintedReader.frame(step)) {
                    int error = (pixels.get() & 0xff) - (expected & 0xff);
                    assertTrue(Math.abs(error) <= MAX_JPEG_ERROR, facts.where() + ", step " + step + ": " + error);
                }
            }
        });
        assertFalse(pixels.hasRemaining());
    }

    @Test
    void keepsMetadataThatNotAllEpisodesHave() throws Exception {
        EpisodeSource uneven = changed(runs, facts -> facts.env() == 0 ? with(facts, Map.of()) : facts);
        ExportSummary summary = export(options(RewardPolicy.SUCCESS), uneven);
        assertEquals(1, summary.notes().size(), summary.notes().toString());
        assertTrue(
                summary.notes().get(0).contains("attributes/shift"),
                summary.notes().get(0));
        checked(summary.target(), actions() + EPISODES);
        EpisodeSource asTexts = changed(runs, RldsExporterIT::withTexts);
        assertEquals(EPISODES * STEP_ARRAYS, compared(summary.target(), runs.folder(), asTexts));
    }

    private static EpisodeFacts withTexts(EpisodeFacts facts) {
        return facts.env() == 0
                ? with(facts, Map.of("operator", "", "shift", ""))
                : with(facts, Map.of("operator", "Zoë", "shift", "" + facts.run()));
    }
}
