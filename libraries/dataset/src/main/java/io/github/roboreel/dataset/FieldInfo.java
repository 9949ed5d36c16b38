package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An array that all episodes of a dataset have.
 *
 * @param path below the demo, for example {@code obs/wrist_cam}
 * @param dtype element type
 * @param rowShape shape of one row; empty for a scalar
 * @param unit as recorded; empty without one
 * @param frame frame of reference as recorded; empty without one
 * @param isImage whether a row is a colour picture
 * @param isDepth whether a row is a picture of distances, uint16 or float32, height x width x 1, below {@code obs}
 * @param joinedOf the recorded arrays that it is joined of, in order, with their row shapes; empty for one that was
 *     recorded so
 * @param signal what its elements are; {@link FieldSignal#NONE} where nothing says it
 */
public record FieldInfo(
        String path,
        DType dtype,
        List<Long> rowShape,
        String unit,
        String frame,
        boolean isImage,
        boolean isDepth,
        String joinedOf,
        FieldSignal signal) {
    private static final int COLOURS = 3;
    private static final int AXES = 3;

    /** Rows of a chunk in which the recorder stores what is no picture. */
    private static final long CHUNK_ROWS = 500;

    private static final Set<String> LENGTHS = Set.of("m", "mm");

    /** Copies the list. */
    public FieldInfo {
        rowShape = List.copyOf(rowShape);
    }

    /** Without a frame; a picture when it is shaped like one. */
    public FieldInfo(String path, DType dtype, List<Long> rowShape, String unit) {
        this(
                path,
                dtype,
                rowShape,
                unit,
                "",
                isShapedAsImage(path, dtype, rowShape),
                isDepth(path, dtype, rowShape, LENGTHS.contains(unit)),
                "",
                FieldSignal.NONE);
    }

    /** As stored: the recorder keeps each picture in a chunk; others' files only have the shape to go by. */
    public static FieldInfo of(String path, DatasetInfo info) {
        long chunkRows = info.chunkShape().isEmpty() ? 0 : info.chunkShape().get(0);
        return new FieldInfo(
                path,
                info.dtype(),
                info.rowShape(),
                info.unit(),
                info.frame(),
                chunkRows != CHUNK_ROWS && isShapedAsImage(path, info.dtype(), info.rowShape()),
                isDepth(path, info.dtype(), info.rowShape(), chunkRows == 1 || LENGTHS.contains(info.unit())),
                "",
                info.signal());
    }

    /** One that {@link #json} gave. */
    static FieldInfo of(JsonNode json) {
        List<Long> rowShape = new ArrayList<>();
        json.path("row_shape").forEach(length -> rowShape.add(length.asLong()));
        return new FieldInfo(
                json.path("path").asText(),
                DType.of(json.path("dtype").asText()),
                rowShape,
                json.path("unit").asText(),
                json.path("frame").asText(),
                json.path("image").asBoolean(),
                json.path("depth").asBoolean(),
                json.path("joined_of").asText(),
                FieldSignal.of(json));
    }

    /** All of it. */
    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("path", path).put("dtype", dtype.label());
        rowShape.forEach(json.putArray("row_shape")::add);
        json.put("unit", unit).put("frame", frame);
        json.put("image", isImage).put("depth", isDepth).put("joined_of", joinedOf);
        return json.setAll(FormatJson.<ObjectNode>tree(signal.map()));
    }

    /** The same array, marked as a picture or not. */
    FieldInfo withImage(boolean newIsImage) {
        return new FieldInfo(path, dtype, rowShape, unit, frame, newIsImage, isDepth, joinedOf, signal);
    }

    /** The same array, of whose elements nothing is said. */
    FieldInfo withoutSignal() {
        return new FieldInfo(path, dtype, rowShape, unit, frame, isImage, isDepth, joinedOf, FieldSignal.NONE);
    }

    /** The same array, with the parts it is joined of. */
    FieldInfo withJoinedOf(String parts) {
        return new FieldInfo(path, dtype, rowShape, unit, frame, isImage, isDepth, parts, signal);
    }

    /** Where its values were recorded, as descriptions say it. */
    public String origin() {
        return joinedOf.isEmpty() ? path : joinedOf + ", joined in this order";
    }

    /** Elements of one row. */
    public int rowElements() {
        return Math.toIntExact(rowShape.stream().reduce(1L, Math::multiplyExact));
    }

    /** Bytes of one row. */
    public int rowBytes() {
        return Math.multiplyExact(rowElements(), dtype.bytes());
    }

    /** Whether it is uint8, height x width x 3, below {@code obs}. */
    private static boolean isShapedAsImage(String path, DType dtype, List<Long> rowShape) {
        return dtype == DType.UINT8 && rowShape.size() == AXES && rowShape.get(2) == COLOURS && isObservation(path);
    }

    /** Floats of that shape may be anything, such as a tactile array, where nothing says that they are distances. */
    private static boolean isDepth(String path, DType dtype, List<Long> rowShape, boolean isSaid) {
        boolean isType = dtype == DType.UINT16 || dtype == DType.FLOAT32 && isSaid;
        return isType && rowShape.size() == AXES && rowShape.get(2) == 1 && isObservation(path);
    }

    /** Whether it is a picture of distances that a PNG file holds: uint16. */
    public boolean isDepthImage() {
        return isDepth && dtype == DType.UINT16;
    }

    private static boolean isObservation(String path) {
        return DemoPaths.isIn(DemoPaths.OBS, path) || DemoPaths.isIn(DemoPaths.FINAL_OBS, path);
    }

    /** Height of a picture, pixels. */
    public int height() {
        return Math.toIntExact(rowShape.get(0));
    }

    /** Width of a picture, pixels. */
    public int width() {
        return Math.toIntExact(rowShape.get(1));
    }

    /** Last part of the path. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
