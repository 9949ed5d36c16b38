package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.VideoKind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VideoPlanTest {
    @Test
    void camerasGoWhereTheirPathsSay() {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.image("obs/wrist_camera", 8, 8),
                FieldSpec.image("obs/depth_map", 8, 8),
                FieldSpec.image("obs/viewport_cam/viewport_camera", 8, 8),
                FieldSpec.image("obs/image_obs/left_img", 8, 8).unstored(),
                FieldSpec.image("obs/viewport_cam/second", 8, 8),
                FieldSpec.image("debug/side_camera", 8, 8),
                FieldSpec.image("obs/camera_wrist", 8, 8),
                FieldSpec.image("obs/front_cam", 8, 8),
                FieldSpec.image("obs/top_image", 8, 8),
                channels("obs/flow_image", 2),
                FieldSpec.step("obs/no_image_at_all_camera", DType.UINT8, 8, 8, 3));
        assertEquals(
                List.of("obs/wrist_camera", "obs/image_obs/left_img", "obs/front_cam", "obs/top_image"),
                paths(schema, "sensor"));
        assertEquals(List.of("obs/viewport_cam/viewport_camera", "obs/viewport_cam/second"), paths(schema, "viewport"));
        assertEquals(
                List.of(VideoKind.SENSOR, VideoKind.VIEWPORT),
                VideoPlan.of(schema, "all").stream().map(VideoPlan::kind).toList());
        assertEquals(List.of(), VideoPlan.of(schema, "none"));
    }

    @Test
    void aFieldIsInTheVideoItAsksFor() {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.image("obs/wrist_camera", 8, 8).inVideo("none"),
                FieldSpec.image("obs/front", 8, 8).inVideo("sensor"),
                FieldSpec.image("debug/overview", 8, 8).inVideo("viewport"),
                FieldSpec.image("obs/viewport_cam/second", 8, 8).inVideo("sensor"),
                last("final_debug/overview", 8));
        assertEquals(List.of("obs/front", "obs/viewport_cam/second"), paths(schema, "sensor"));
        assertEquals(List.of("debug/overview"), paths(schema, "viewport"));
        assertTrue(VideoPlan.of(schema, "viewport").get(0).showsTheEnd());
    }

    /** So that an image that is not stored is refused where no video shows it, whatever the mode. */
    @Test
    void theSinkConsumesWhatAPlanShows() {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.image("obs/wrist_camera", 8, 8).unstored(),
                last("final_obs/wrist_camera", 8).unstored(),
                FieldSpec.image("obs/front", 8, 8),
                FieldSpec.image("obs/view", 8, 8).inVideo("viewport"),
                last("final_obs/view", 10));
        assertEquals(
                Set.of(
                        schema.field("obs/wrist_camera"),
                        schema.field("final_obs/wrist_camera"),
                        schema.field("obs/view")),
                new VideoSink().consumes(schema));
    }

    @Test
    void aSchemaWithoutCamerasHasNoVideo() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 8));
        assertEquals(List.of(), VideoPlan.of(schema, "all"));
    }

    @Test
    void theEndIsShownOnlyWhereEveryCameraSeesIt() {
        FieldSpec wrist = FieldSpec.image("obs/wrist_camera", 8, 8);
        FieldSpec side = FieldSpec.image("obs/side_camera", 8, 8);
        FieldSpec wristEnd = last("final_obs/wrist_camera", 8);
        FieldSpec sideEnd = last("final_obs/side_camera", 8);
        assertTrue(endIsShown(wrist, side, wristEnd, sideEnd));
        assertFalse(endIsShown(wrist, side, wristEnd));
        assertFalse(endIsShown(wrist, side));
        assertFalse(endIsShown(wrist, last("final_obs/wrist_camera", 10)), "another shape");
    }

    private static boolean endIsShown(FieldSpec... specs) {
        return VideoPlan.of(FieldSchema.of(specs), "all").get(0).showsTheEnd();
    }

    private static FieldSpec last(String path, int size) {
        return new FieldSpec(path, DType.UINT8, List.of(size, size, 3), "", "", FieldPhase.FINAL, true, false, true);
    }

    private static FieldSpec channels(String path, int channels) {
        return new FieldSpec(path, DType.UINT8, List.of(8, 8, channels), "", "", FieldPhase.STEP, true, false, true);
    }

    private static List<String> paths(FieldSchema schema, String mode) {
        return VideoPlan.of(schema, mode).stream()
                .flatMap(p -> p.cameras().stream())
                .map(c -> c.step().spec().path())
                .toList();
    }
}
