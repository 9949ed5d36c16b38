package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Assignment of fields to the videos of their env. A video shows per-step uint8 images of 1 (grey), 3 (RGB) or 4 (RGB
 * and an alpha that is not shown) channels. A field that says {@link FieldSpec#inVideo} is in that video. Any other is
 * where its name puts it, if it stands below {@code obs/}:
 *
 * <ul>
 *   <li>in the viewport video when one of the names in its path is {@code viewport_cam};
 *   <li>in the sensor video when its last name ends in {@code _camera}, {@code _cam}, {@code _img} or {@code _image};
 *   <li>in none otherwise.
 * </ul>
 *
 * <p>The picture after the last action comes from the FINAL image of the same type and shape whose path is
 * {@code final_} and the field's own, for example {@code final_obs/wrist_camera}.
 */
public final class VideoRule {
    /** The cameras side by side at half size: {@code <instruction>_<run>_env<e>.mp4}. */
    public static final String SENSOR = "sensor";

    /** The view for people at full size: {@code ..._viewport.mp4}. */
    public static final String VIEWPORT = "viewport";

    /** Both videos, as a mode of recording. */
    public static final String ALL = "all";

    /** No video. */
    public static final String NONE = "none";

    /** What {@link FieldSpec#inVideo} takes. */
    public static final List<String> CHOICES = List.of(SENSOR, VIEWPORT, NONE);

    /** What a field's last name ends in to be in the sensor video. */
    static final List<String> SENSOR_ENDINGS = List.of("_camera", "_cam", "_img", "_image");

    private static final String VIEWPORT_GROUP = "viewport_cam";
    private static final Pattern SENSOR_NAME = Pattern.compile(".*(" + String.join("|", SENSOR_ENDINGS) + ")");

    private VideoRule() {}

    /** The video that shows a field: {@link #SENSOR} or {@link #VIEWPORT}; empty for none. */
    public static Optional<String> videoOf(FieldSpec field) {
        if (!isShowable(field.dtype(), field.shape(), field.phase(), field.image())) {
            return Optional.empty();
        }
        String video = field.video().isEmpty() ? byName(field.path()) : field.video();
        return Optional.of(video).filter(v -> !v.equals(NONE));
    }

    /**
     * The videos that a recording makes: of those wanted, the ones that the schema has pictures for.
     *
     * @param wanted {@link #ALL}, {@link #SENSOR}, {@link #VIEWPORT} or {@link #NONE}
     * @return one of the same words
     */
    public static String madeOf(FieldSchema schema, String wanted) {
        boolean sensor = isMade(schema, wanted, SENSOR);
        boolean viewport = isMade(schema, wanted, VIEWPORT);
        if (sensor && viewport) {
            return ALL;
        }
        return sensor ? SENSOR : viewport ? VIEWPORT : NONE;
    }

    private static boolean isMade(FieldSchema schema, String wanted, String video) {
        boolean isWanted = wanted.equals(ALL) || wanted.equals(video);
        return isWanted
                && schema.specs().stream()
                        .anyMatch(field -> videoOf(field).filter(video::equals).isPresent());
    }

    /** Whether {@code last} is the picture after the last action of the per-step image. */
    public static boolean isFinalOf(FieldSpec step, FieldSpec last) {
        return last.image()
                && last.phase() == FieldPhase.FINAL
                && last.path().equals(DemoPaths.finalOf(step.path()))
                && last.dtype() == step.dtype()
                && last.shape().equals(step.shape());
    }

    static boolean isShowable(DType dtype, List<Integer> shape, FieldPhase phase, boolean isImage) {
        return isImage
                && dtype == DType.UINT8
                && phase == FieldPhase.STEP
                && List.of(1, 3, 4).contains(shape.get(2));
    }

    private static String byName(String path) {
        if (!DemoPaths.isIn(DemoPaths.OBS, path)) {
            return NONE;
        }
        List<String> names = Arrays.asList(path.split("/"));
        if (names.contains(VIEWPORT_GROUP)) {
            return VIEWPORT;
        }
        return SENSOR_NAME.matcher(names.get(names.size() - 1)).matches() ? SENSOR : NONE;
    }
}
