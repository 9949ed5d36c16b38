package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.RunDescription;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.staging.StagingProbe;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingTest {
    @TempDir
    Path folder;

    @Test
    void everyConsumedRowIsInTheFileAtOnce() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 2, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            run.steps(0, 1203);
            run.steps(1, 7);
            assertEquals(1203, run.sink.durableSteps(0));
            assertEquals(7, run.sink.durableSteps(1));
            StagingProbe probe = StagingProbe.of(run.staging(), run.context.schema(), 2);
            List<Long> newest = LongStream.range(1000, 1203).boxed().toList();
            List<Long> before = LongStream.range(703, 1000).boxed().toList();
            List<Long> good = probe.goodSteps(0);
            assertTrue(good.containsAll(newest) && good.containsAll(before), "" + good);
            assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L), probe.goodSteps(1));
            Field bbox = run.context.schema().field("bbox/bbox_mm/banana");
            for (long step = 1000; step < 1203; step++) {
                byte[] expected = TestRow.values(bbox, 0, step);
                assertArrayEquals(expected, probe.stepValue(0, bbox, step));
            }
            Field initial =
                    run.context.schema().layout(FieldPhase.INITIAL).fields().get(0);
            assertArrayEquals(TestRow.values(initial, 1, 0), probe.initialRow(1));
            assertEquals("recording", probe.episode(1));
        });
        assertFalse(Files.exists(run.staging()));
    }

    @Test
    void theHeaderDescribesTheRunTwice() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> {
            StagingProbe probe = StagingProbe.of(run.staging(), run.context.schema(), 1);
            String json = probe.header(0);
            assertEquals(json, probe.header(1));
            RunDescription header = RunDescription.parse(json.getBytes(StandardCharsets.UTF_8), folder);
            assertEquals(run.context.run(), header.run());
            assertEquals(run.context.schema().storedSpecs(), header.schema().specs());
        });
    }

    @Test
    void oneDamagedRowHidesNoOther() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.steps(0, 20);
            StagingProbe probe = StagingProbe.of(run.staging(), run.context.schema(), 1);
            probe.damage(0, 11);
            List<Long> rest =
                    LongStream.range(0, 20).filter(i -> i != 11).boxed().toList();
            assertEquals(rest, probe.goodSteps(0));
        });
    }

    @Test
    void theOutcomeIsStagedBeforeTheEpisodeIsFinalized() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.steps(0, 3);
            EpisodeOutcome outcome = EpisodeOutcome.success("").withMetadata(Map.of("score", 1));
            run.end(0, outcome).toCompletableFuture().get();
            StagingProbe probe = StagingProbe.of(run.staging(), run.context.schema(), 1);
            assertEquals("success 3 {\"score\": 1}", probe.episode(0));
        });
    }

    @Test
    void durableSteps_ofFrames_areRecordedWithTheirPlacesInTheRunFile() throws Exception {
        SinkHarness run = new SinkHarness(
                folder, Hdf5SinkTest.WITH_IMAGES, 2, SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
        run.record(() -> {
            run.begin(0);
            run.steps(0, 30);
            while (run.sink.durableSteps(0) < 30) {
                Thread.onSpinWait();
            }
            StagingProbe probe = StagingProbe.of(run.staging(), run.context.schema(), 2);
            List<StagingProbe.Entry> frames = probe.entries(StagingProbe.CHUNK, 0);
            assertEquals(2 * 30, frames.size(), "two cameras, and no chunk of rows");
            byte[] runFile = Files.readAllBytes(run.file());
            for (StagingProbe.Entry frame : frames) {
                int index = frame.extra() - probe.layout().stepGroups().size();
                Field image =
                        run.context.schema().layout(FieldPhase.STEP).images().get(index);
                byte[] pixels = TestRow.values(image, 0, frame.number());
                List<StagingProbe.Place> planes = StagingProbe.places(frame);
                assertEquals(image.spec().noiseFree() ? 1 : 3, planes.size());
                for (int plane = 0; plane < planes.size(); plane++) {
                    byte[] expected = planes.size() == 1 ? pixels : plane(pixels, plane);
                    assertArrayEquals(expected, unpacked(runFile, planes.get(plane), expected.length));
                }
            }
        });
    }

    private static byte[] plane(byte[] rgb, int plane) {
        byte[] values = new byte[rgb.length / 3];
        for (int i = 0; i < values.length; i++) {
            values[i] = rgb[3 * i + plane];
        }
        return values;
    }

    private static byte[] unpacked(byte[] runFile, StagingProbe.Place place, int size) throws Exception {
        Inflater inflater = new Inflater();
        inflater.setInput(runFile, (int) place.position(), place.size());
        byte[] pixels = new byte[size];
        assertEquals(size, inflater.inflate(pixels));
        inflater.end();
        return pixels;
    }

    @Test
    void theDefaultGrowsWithTheLargestCamera() {
        FieldSchema uhd = FieldSchema.of(FieldSpec.image("cam", 2160, 3840));
        long fourFrames = 4L * 2160 * 3840 * 3;
        long bytes = StagingSize.frameBytes(RecorderConfig.defaults(), uhd);
        assertTrue(bytes >= fourFrames && bytes < 1.1 * fourFrames, "bytes: " + bytes);
        FieldSchema small = FieldSchema.of(FieldSpec.image("cam", 48, 64));
        assertEquals(64 << 20, StagingSize.frameBytes(RecorderConfig.defaults(), small));
    }

    @Test
    void anImageThatCannotBeStagedIsRefusedAtOpen() {
        SinkHarness run = new SinkHarness(
                folder,
                FieldSchema.of(FieldSpec.image("cam", 1080, 1920)),
                1,
                SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
        Exception e = assertThrows(IllegalArgumentException.class, run::open);
        assertTrue(e.getMessage().contains("hdf5.staging_max_mb is 8"), e.getMessage());
        assertFalse(Files.exists(run.file()) || Files.exists(run.staging()));
    }
}
