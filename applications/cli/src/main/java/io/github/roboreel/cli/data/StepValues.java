package io.github.roboreel.cli.data;

import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Values of steps as JSON has them, pictures as files. */
final class StepValues {
    private static final int COLOURS = 3;

    private final Path images;
    private int files;

    /** Pictures go into a folder, or are left out when it is null. */
    StepValues(Path images) {
        this.images = images;
    }

    Map<String, Object> of(Step step) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Map.Entry<String, NdArray> field : step.values().entrySet()) {
            NdArray value = field.getValue();
            fields.put(field.getKey(), isPicture(value) ? picture(field.getKey(), value) : numbers(value));
        }
        return fields;
    }

    private static boolean isPicture(NdArray value) {
        List<Integer> shape = IntStream.of(value.shape()).boxed().toList();
        return !value.dtype().isFloating() && FieldSpec.canBeImage(value.dtype(), shape);
    }

    private Map<String, Object> picture(String path, NdArray value) throws IOException {
        JsonFields picture =
                new JsonFields().with("dtype", value.dtype().label()).with("shape", value.shape());
        Optional<byte[]> png = images == null ? Optional.empty() : png(value);
        if (png.isPresent()) {
            String name = files++ + "-" + path.replaceAll("[^A-Za-z0-9._-]", ".") + ".png";
            Files.write(images.resolve(name), png.get(), StandardOpenOption.CREATE_NEW);
            picture.put("png", name);
        }
        return picture;
    }

    /** Empty of a picture with other than one or three channels. */
    private static Optional<byte[]> png(NdArray value) {
        byte[] pixels = new byte[value.sizeInBytes()];
        value.buffer().get(pixels);
        int height = value.shape()[0];
        int width = value.shape()[1];
        int channels = value.shape()[2];
        if (pixels.length == 0 || channels != 1 && channels != COLOURS) {
            return Optional.empty();
        }
        if (value.dtype() == DType.UINT16) {
            return Optional.of(PngFrames.encodeDepth(pixels, 0, width, height));
        }
        return Optional.of(PngFrames.encode(channels == 1 ? grey(pixels) : pixels, 0, width, height));
    }

    private static byte[] grey(byte[] levels) {
        byte[] colours = new byte[COLOURS * levels.length];
        for (int i = 0; i < colours.length; i++) {
            colours[i] = levels[i / COLOURS];
        }
        return colours;
    }

    /** Nested lists, or one number or text. */
    private static Object numbers(NdArray value) {
        if (value.dtype().isText() && value.axes() == 1) {
            return value.text();
        }
        return nested(value);
    }

    /**
     * Numbers as lists in lists, or one of no axes; floats of 16 and 32 bits with as many digits as tell them apart.
     */
    static Object nested(NdArray value) {
        return nested(value, 0, 0, value.elements());
    }

    private static Object nested(NdArray value, int axis, int from, int elements) {
        int[] shape = value.shape();
        if (axis == shape.length) {
            return value.get(from);
        }
        int part = shape[axis] == 0 ? 0 : elements / shape[axis];
        List<Object> parts = new ArrayList<>();
        for (int i = 0; i < shape[axis]; i++) {
            parts.add(nested(value, axis + 1, from + i * part, part));
        }
        return parts;
    }
}
