package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.transform.statistics.FieldCollector;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Statistics of a feature over an episode, a part of a dataset or all of it; what is collected in parts gives the same
 * as all at once. Those of pictures are per colour from 0 to 1, or of depth images in their unit; of an episode some
 * frames are looked at, of large frames some pixels. For one thread.
 */
final class FeatureStatistics {
    private static final int COLOUR_LEVELS = 256;
    private static final int DEPTH_LEVELS = 1 << 16;
    private static final int LARGE_SIDE = 300;
    private static final int WANTED_SIDE = 150;
    private static final int MAX_SAMPLES = 10_000;
    private static final int MIN_SAMPLES = 100;

    private static final String FRAMES = "frames";
    private static final String VALUES = "values";

    private final LeRobotFeature feature;
    private final FieldCollector values;
    private long frames;

    private FeatureStatistics(LeRobotFeature feature, FieldCollector values) {
        this.feature = feature;
        this.values = values;
    }

    /** Of no frames yet. */
    FeatureStatistics(LeRobotFeature feature) {
        this(feature, collector(feature));
    }

    private static FieldCollector collector(LeRobotFeature feature) {
        if (isFloatDepth(feature)) {
            return FieldCollector.ofNumbers(1);
        }
        if (feature.isPicture()) {
            return FieldCollector.ofLevels(feature.channels(), isDepth(feature) ? DEPTH_LEVELS : COLOUR_LEVELS);
        }
        return FieldCollector.ofNumbers(
                feature.shape().stream().mapToInt(Math::toIntExact).toArray());
    }

    private static boolean isDepth(LeRobotFeature feature) {
        return feature.channels() == 1;
    }

    private static boolean isFloatDepth(LeRobotFeature feature) {
        return feature.pixels().equals(Optional.of(DType.FLOAT32));
    }

    /** Names of the statistics of a feature, in their order: large vectors have no quantiles. */
    static List<String> names(LeRobotFeature feature) {
        return feature.isPicture() ? LeRobotNames.statistics() : names(feature.elements());
    }

    private static List<String> names(long elements) {
        return LeRobotNames.statistics().stream()
                .filter(name ->
                        elements <= FieldCollector.MAX_WITH_QUANTILES || !LeRobotNames.QUANTILES.containsKey(name))
                .toList();
    }

    /** What the statistics of an element of a vector take in an episode's row. */
    static long bytes(long elements) {
        return (long) Double.BYTES * names(elements).size();
    }

    /** Whether a frame is one of those to look at, which are spread evenly. */
    static boolean isSampled(long frame, int steps) {
        int samples = Math.max(Math.min(MIN_SAMPLES, steps), Math.min((int) Math.pow(steps, 0.75), MAX_SAMPLES));
        if (samples == 1 || steps == 1) {
            return frame == 0;
        }
        double spacing = (steps - 1.0) / (samples - 1);
        long nearest = Math.round(frame / spacing);
        for (long sample = Math.max(0, nearest - 1); sample <= nearest + 1; sample++) {
            if (sample < samples && Math.rint(sample * spacing) == frame) {
                return true;
            }
        }
        return false;
    }

    /** Counts all rows of an episode. */
    void addRows(Column column, LeRobotRows episode) throws IOException {
        column.each(episode, this::add);
        frames += episode.steps();
    }

    /** Counts a value of an element of a row; {@link #addRows} counts frames. */
    void add(int element, double value) {
        values.add(element, value);
    }

    /** Looks at a frame of an episode with so many, if it is one of those to look at. */
    void addFrame(long frame, int steps, byte[] pixels, int start) {
        if (isSampled(frame, steps)) {
            addPicture(pixels, start);
        }
    }

    /** Looks at a frame, height x width x channels, that starts there. */
    void addPicture(byte[] pixels, int start) {
        int side = Math.max(feature.width(), feature.height());
        int stride = side < LARGE_SIDE ? 1 : side / WANTED_SIDE;
        if (isFloatDepth(feature)) {
            addDepths(pixels, start, stride);
        } else {
            addLevels(pixels, start, stride);
        }
        frames++;
    }

    private void addDepths(byte[] pixels, int start, int stride) {
        ByteBuffer depths = ByteBuffer.wrap(pixels).order(ByteOrder.LITTLE_ENDIAN);
        for (int y = 0; y < feature.height(); y += stride) {
            for (int x = 0; x < feature.width(); x += stride) {
                values.add(0, depths.getFloat(start + Float.BYTES * (y * feature.width() + x)));
            }
        }
    }

    private void addLevels(byte[] pixels, int start, int stride) {
        for (int channel = 0; channel < feature.channels(); channel++) {
            int[] counts = isDepth(feature)
                    ? depths(pixels, start, stride)
                    : levels(pixels, start + channel, stride, feature.channels());
            for (int level = 0; level < counts.length; level++) {
                values.addLevel(channel, level, counts[level]);
            }
        }
    }

    private int[] levels(byte[] pixels, int start, int stride, int pixelBytes) {
        int[] counts = new int[COLOUR_LEVELS];
        for (int y = 0; y < feature.height(); y += stride) {
            int row = start + y * feature.width() * pixelBytes;
            for (int x = 0; x < feature.width(); x += stride) {
                counts[pixels[row + x * pixelBytes] & 0xff]++;
            }
        }
        return counts;
    }

    private int[] depths(byte[] pixels, int start, int stride) {
        int[] counts = new int[DEPTH_LEVELS];
        for (int y = 0; y < feature.height(); y += stride) {
            for (int x = 0; x < feature.width(); x += stride) {
                int at = start + Short.BYTES * (y * feature.width() + x);
                counts[pixels[at] & 0xff | (pixels[at + 1] & 0xff) << Byte.SIZE]++;
            }
        }
        return counts;
    }

    /** Counts what others counted, which stay as they are. */
    void add(FeatureStatistics other) {
        values.add(feature.key(), other.values);
        frames += other.frames;
    }

    /** All that was counted, for {@link #of}. */
    ObjectNode packed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            values.write(out);
        }
        return JsonNodeFactory.instance.objectNode().put(FRAMES, frames).put(VALUES, bytes.toByteArray());
    }

    /**
     * Those that {@link #packed} gave.
     *
     * @throws IOException when they are of another feature
     */
    static FeatureStatistics of(LeRobotFeature feature, JsonNode packed) throws IOException {
        try {
            byte[] bytes = inflated(packed.path(VALUES).binaryValue());
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            FeatureStatistics read = new FeatureStatistics(feature, FieldCollector.read(in, in.available()));
            FeatureStatistics checked = new FeatureStatistics(feature);
            checked.add(read);
            checked.frames = packed.path(FRAMES).asLong(-1);
            if (in.available() > 0 || checked.frames < 0) {
                throw new IOException("there is more or less than statistics");
            }
            return checked;
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "what is known of a part of the dataset is not what this version notes; make the part again", e);
        }
    }

    private static byte[] inflated(byte[] bytes) throws IOException {
        byte[] deflated = bytes == null ? new byte[0] : bytes;
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            return in.readAllBytes();
        }
    }

    /** By {@link #names}, in their order: the value of each element, or of each channel. */
    Map<String, double[]> values() {
        double full = feature.isPicture() && !isDepth(feature) ? COLOUR_LEVELS - 1 : 1;
        Map<String, double[]> named = new LinkedHashMap<>();
        LeRobotNames.statistics(values.statistics().withNans())
                .forEach((name, all) -> named.put(
                        name,
                        Arrays.stream(all.doubles()).map(value -> value / full).toArray()));
        return named;
    }

    /** Frames that were counted, or looked at. */
    long frames() {
        return frames;
    }

    /** For {@code stats.json}: nested lists, and the count in a list. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        values().forEach((name, all) -> json.put(name, nested(all, feature.statisticsShape())));
        json.put("count", List.of(frames));
        return json;
    }

    private static Object nested(double[] values, List<Long> shape) {
        if (shape.size() == 1) {
            return values;
        }
        int length = Math.toIntExact(shape.get(0));
        int part = values.length / length;
        Object[] parts = new Object[length];
        for (int i = 0; i < length; i++) {
            parts[i] = nested(Arrays.copyOfRange(values, i * part, (i + 1) * part), shape.subList(1, shape.size()));
        }
        return parts;
    }
}
