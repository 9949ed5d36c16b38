package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chunks of the frames of a schema's STEP images. */
public final class FrameChunks {
    private static final int MIN_COLOURS = 3;
    private static final String SEPARATOR = ",";
    private static final String FRAMES = "frames";
    private static final String AUTO = "auto";

    /** What a chunk of a colour image holds. */
    public static final Setting<String> SETTING = Setting.choice("hdf5.image_chunks", AUTO, "planes", FRAMES);

    private final List<List<FrameChunk>> byImage = new ArrayList<>();
    private final List<FrameChunk> all = new ArrayList<>();

    private FrameChunks(FieldSchema schema, ToIntFunction<Field> numPlanes) {
        List<Field> images = schema.layout(FieldPhase.STEP).storedImages();
        for (int index = 0; index < images.size(); index++) {
            Field image = images.get(index);
            int planes = numPlanes.applyAsInt(image);
            requireDivides(image.spec(), planes);
            int before = all.size();
            for (int plane = 0; plane < planes; plane++) {
                all.add(new FrameChunk(all.size(), image, index, plane, planes));
            }
            byImage.add(List.copyOf(all.subList(before, all.size())));
        }
    }

    private static void requireDivides(FieldSpec image, int planes) {
        if (planes != 1 && planes != channels(image)) {
            throw new IllegalArgumentException(
                    image.path() + " has " + planes + " planes, expected 1 or one per channel");
        }
    }

    private static int channels(FieldSpec image) {
        return image.shape().get(image.shape().size() - 1);
    }

    /** As the settings and the fields say; what is not compressed stays whole. */
    public static FrameChunks ofNewRun(FieldSchema schema, RecorderConfig config) {
        if (Compression.of(config) == Compression.NONE) {
            return wholeFrames(schema);
        }
        String chunks = config.get(SETTING);
        return new FrameChunks(schema, image -> numPlanes(image.spec(), chunks));
    }

    private static int numPlanes(FieldSpec image, String chunks) {
        boolean whole = chunks.equals(FRAMES) || chunks.equals(AUTO) && image.noiseFree();
        boolean colours = image.dtype() == DType.UINT8 && channels(image) >= MIN_COLOURS;
        return colours && !whole ? channels(image) : 1;
    }

    /** One chunk for each frame. */
    public static FrameChunks wholeFrames(FieldSchema schema) {
        return new FrameChunks(schema, image -> 1);
    }

    /** With so many chunks for a frame of each image. */
    public static FrameChunks of(FieldSchema schema, ToIntFunction<Field> numPlanes) {
        return new FrameChunks(schema, numPlanes);
    }

    /** From what {@link #planes} gave; whole frames of an empty text. */
    public static FrameChunks parse(FieldSchema schema, String planes) {
        if (planes.isEmpty()) {
            return wholeFrames(schema);
        }
        List<Field> images = schema.layout(FieldPhase.STEP).storedImages();
        List<Integer> counts =
                Stream.of(planes.split(SEPARATOR)).map(Integer::valueOf).toList();
        if (counts.size() != images.size()) {
            throw new IllegalArgumentException(
                    "planes " + planes + " are of " + counts.size() + " images, expected " + images.size());
        }
        return new FrameChunks(schema, image -> counts.get(images.indexOf(image)));
    }

    /** How many chunks a frame of each image has, as text. */
    public String planes() {
        return byImage.stream().map(chunks -> Integer.toString(chunks.size())).collect(Collectors.joining(SEPARATOR));
    }

    /** Those of all images, in declared order. */
    public List<FrameChunk> all() {
        return all;
    }

    /** Images whose frames are stored. */
    public int numImages() {
        return byImage.size();
    }

    /** Those of one image, by its index. */
    public List<FrameChunk> ofImage(int imageIndex) {
        return byImage.get(imageIndex);
    }

    /** The one of that image and plane, if there is such. */
    public Optional<FrameChunk> find(int imageIndex, int plane) {
        return all.stream()
                .filter(chunk -> chunk.imageIndex() == imageIndex && chunk.plane() == plane)
                .findAny();
    }

    /** Chunks of each of an image's frames. */
    public int numPlanes(FieldSpec image) {
        return (int) all.stream().filter(chunk -> chunk.image().spec() == image).count();
    }
}
