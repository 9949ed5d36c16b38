package io.github.roboreel.recordings.transform.fields;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.picture.BilinearResize;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.Cursor;
import io.github.roboreel.recordings.transform.Steps;
import io.github.roboreel.recordings.transform.StepsTransform;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives pictures, uint8 [height, width, channels], another size, by Pillow's bilinear filter, byte for byte. The
 * picture is stretched where the sides have another ratio. Holds one step.
 *
 * @param height of the result in pixels, 1 to {@value #MAX_PIXELS}
 * @param width of the result in pixels, 1 to {@value #MAX_PIXELS}
 * @param paths of the pictures; empty for all
 */
public record ResizeImages(int height, int width, List<String> paths) implements StepsTransform {
    private static final int MAX_PIXELS = 8192;
    private static final int IMAGE_AXES = 3;

    /** Copies the list. */
    public ResizeImages {
        paths = List.copyOf(paths);
        if (height < 1 || width < 1 || height > MAX_PIXELS || width > MAX_PIXELS) {
            throw new IllegalArgumentException(Sentence.of(
                    "pictures of %s x %s pixels are not possible; expected 1 to %s each", height, width, MAX_PIXELS));
        }
    }

    /** All pictures. */
    public static ResizeImages to(int height, int width) {
        return new ResizeImages(height, width, List.of());
    }

    @Override
    public Steps apply(Steps steps) {
        return () -> {
            Cursor<Step> from = steps.open();
            // Of this way through the steps only: a resize keeps a buffer.
            Map<List<Integer>, BilinearResize> resizes = new HashMap<>();
            return new Cursor<>() {
                @Override
                public Step next() throws IOException {
                    Step next = from.next();
                    return next == null ? null : resized(next, resizes);
                }

                @Override
                public void close() throws IOException {
                    from.close();
                }
            };
        };
    }

    private Step resized(Step step, Map<List<Integer>, BilinearResize> resizes) {
        Step result = step;
        for (String path : paths.isEmpty() ? step.values().keySet() : paths) {
            NdArray value = step.get(path);
            if (isPicture(value)) {
                result = result.with(path, resized(value, resizes));
            } else if (!paths.isEmpty()) {
                throw new IllegalArgumentException(Sentence.of(
                        "step %s: '%s' is %s; only pictures, uint8 [height, width, channels], are resized",
                        step.index(), path, value));
            }
        }
        return result;
    }

    private static boolean isPicture(NdArray value) {
        return value.dtype() == DType.UINT8 && value.axes() == IMAGE_AXES && value.elements() > 0;
    }

    private NdArray resized(NdArray picture, Map<List<Integer>, BilinearResize> resizes) {
        int[] shape = picture.shape();
        if (shape[0] == height && shape[1] == width) {
            return picture;
        }
        List<Integer> size = Arrays.stream(shape).boxed().toList();
        BilinearResize resize =
                resizes.computeIfAbsent(size, s -> new BilinearResize(shape[0], shape[1], height, width, shape[2]));
        byte[] target = new byte[Math.multiplyExact(height * width, shape[2])];
        resize.apply(picture.bytes(), target, width, 0, 0);
        return NdArray.wrap(DType.UINT8, ByteBuffer.wrap(target), height, width, shape[2]);
    }
}
