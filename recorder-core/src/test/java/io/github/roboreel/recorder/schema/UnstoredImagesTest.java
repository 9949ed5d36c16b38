package io.github.roboreel.recorder.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An image that is left out of the run file must have a sink that consumes it. */
class UnstoredImagesTest {
    private static final FieldSpec ACTIONS = FieldSpec.step("actions", DType.FLOAT32, 2);

    @TempDir
    private Path folder;

    private RunSpec run;

    @BeforeEach
    void makeRun() {
        run = SampleRun.of(folder.resolve("out"), 0, 1);
    }

    @Test
    void anImageThatNoSinkConsumesIsRefusedBeforeAnythingIsCreated() throws IOException {
        String message = refused(ACTIONS, FieldSpec.image("obs/front", 4, 4).unstored());
        assertHas(message, "'obs/front'", "not stored", "(memory)", "store it", "inVideo", "sink");
        assertHas(message, "_camera or _cam or _img or _image");
        assertFalse(message.contains("recorder-video"), message);
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void recorderVideoIsAskedForWhereItsVideosWouldShowTheImage() {
        FieldSpec front = FieldSpec.image("obs/front", 4, 4).inVideo("viewport").unstored();
        String message = refused(FieldSpec.image("obs/side_camera", 4, 4).unstored(), front, front.finalObservation());
        assertHas(message, "'obs/side_camera'", "'obs/front'", "'final_obs/front'");
        assertEquals(4, message.split("recorder-video", -1).length, message);
    }

    @Test
    void whatNoVideoCanShowIsNotToldToGetOne() {
        FieldSpec flow = new FieldSpec(
                "obs/flow_image", DType.UINT8, List.of(4, 4, 2), "", "", FieldPhase.STEP, true, false, false);
        assertFalse(refused(ACTIONS, flow).contains("video"));
    }

    @Test
    void aSinkThatConsumesTheImageGetsIt() {
        FieldSchema schema =
                FieldSchema.of(ACTIONS, FieldSpec.image("obs/front", 2, 2).unstored());
        MemoryRuns runs = new MemoryRuns();
        EpisodeSink viewer = new MemorySink("viewer", EpisodeSink.Role.DATA, run, runs) {
            @Override
            public Set<Field> consumes(FieldSchema fields) {
                return Set.of(fields.field("obs/front"));
            }
        };
        try (EpisodeRecorder recorder = open(schema, viewer)) {
            recorder.env(0).begin();
            recorder.env(0)
                    .step()
                    .put(schema.field("actions"), new float[] {1, 2})
                    .put(schema.field("obs/front"), new byte[] {7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7})
                    .publish();
            recorder.env(0).end(EpisodeOutcome.success("")).join();
        }
        assertEquals(1, runs.rowCount(run, 0, "obs/front"));
    }

    @Test
    void onlyPicturesOfEveryStepCanBeInAVideo() {
        FieldSpec image = FieldSpec.image("obs/front", 4, 4);
        assertEquals(
                "viewport", image.inVideo("viewport").withUnit("1").unstored().video());
        assertHas(faultOf(() -> image.inVideo("front")), "'front'", "sensor, viewport, none");
        assertHas(faultOf(() -> ACTIONS.inVideo("sensor")), "'actions'", "uint8 image");
        assertHas(
                faultOf(() -> FieldSpec.finalObservation("final_obs/q", DType.UINT8, 4, 4, 3)
                        .inVideo("sensor")),
                "phase final");
    }

    private String refused(FieldSpec... fields) {
        EpisodeSink sink = new MemorySink("memory", EpisodeSink.Role.DATA, run, new MemoryRuns());
        return faultOf(() -> open(FieldSchema.of(fields), sink));
    }

    private EpisodeRecorder open(FieldSchema schema, EpisodeSink sink) {
        return EpisodeRecorder.builder(run, schema).sink(sink).open();
    }

    private static String faultOf(Runnable call) {
        return assertThrows(IllegalArgumentException.class, call::run).getMessage();
    }

    private static void assertHas(String message, String... words) {
        for (String word : words) {
            assertTrue(message.contains(word), word + " is not in: " + message);
        }
    }
}
