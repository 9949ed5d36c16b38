package io.github.roboreel.dataset.lerobot.statistics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.io.IOException;
import java.util.Arrays;

/**
 * Statistics of pictures, per colour from 0 to 1, or of depth images in their unit: exact over the pixels looked at,
 * since there are 256 or 65536 values only. Of an episode some frames are looked at, of large frames some pixels. For
 * one thread.
 */
public final class PictureStatistics {
    private static final int COLOURS = 3;
    private static final int COLOUR_LEVELS = 256;
    private static final int DEPTH_LEVELS = 1 << 16;
    private static final int LARGE_SIDE = 300;
    private static final int WANTED_SIDE = 150;
    private static final int MAX_SAMPLES = 10_000;
    private static final int MIN_SAMPLES = 100;

    private final int channels;
    private final double full;
    private final long[][] counts;
    private long frames;

    /** Of pictures in colours. */
    public PictureStatistics() {
        this(COLOURS, COLOUR_LEVELS, COLOUR_LEVELS - 1);
    }

    /** @param full what counts as 1 */
    private PictureStatistics(int channels, int levels, double full) {
        this.channels = channels;
        this.full = full;
        counts = new long[channels][levels];
    }

    /** Of depth images. */
    public static PictureStatistics ofDepth() {
        return new PictureStatistics(1, DEPTH_LEVELS, 1);
    }

    /** Of pictures of the same kind. */
    public PictureStatistics empty() {
        return new PictureStatistics(channels, counts[0].length, full);
    }

    /** Whether a frame is one of those to look at, which are spread evenly. */
    public static boolean isSampled(long frame, int steps) {
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

    /** Looks at a frame, height x width x channels, that starts there. */
    public void add(byte[] pixels, int start, int width, int height) {
        int side = Math.max(width, height);
        int stride = side < LARGE_SIDE ? 1 : side / WANTED_SIDE;
        for (int y = 0; y < height; y += stride) {
            for (int x = 0; x < width; x += stride) {
                count(pixels, start, y * width + x);
            }
        }
        frames++;
    }

    private void count(byte[] pixels, int start, int pixel) {
        if (counts[0].length == DEPTH_LEVELS) {
            int at = start + Short.BYTES * pixel;
            counts[0][pixels[at] & 0xff | (pixels[at + 1] & 0xff) << Byte.SIZE]++;
            return;
        }
        for (int colour = 0; colour < channels; colour++) {
            counts[colour][pixels[start + channels * pixel + colour] & 0xff]++;
        }
    }

    /** Adds what others looked at. */
    public void add(PictureStatistics other) {
        for (int colour = 0; colour < channels; colour++) {
            for (int level = 0; level < counts[colour].length; level++) {
                counts[colour][level] += other.counts[colour][level];
            }
        }
        frames += other.frames;
    }

    /**
     * Adds what {@link #packed} of others gave.
     *
     * @throws IOException when it is of another kind
     */
    public void add(JsonNode packed) throws IOException {
        PictureStatistics other = empty();
        int levels = counts[0].length;
        long[] all = PackedNumbers.longs(packed.path("levels"), channels * levels);
        Arrays.setAll(other.counts, colour -> Arrays.copyOfRange(all, colour * levels, (colour + 1) * levels));
        other.frames = packed.path("frames").asLong();
        add(other);
    }

    /** All of it, for {@link #add(JsonNode)}. */
    public ObjectNode packed() {
        long[] all = Arrays.stream(counts).flatMapToLong(Arrays::stream).toArray();
        ObjectNode packed = JsonNodeFactory.instance.objectNode().put("frames", frames);
        return packed.set("levels", PackedNumbers.of(all));
    }

    /** What was seen so far. */
    public Statistics result() {
        double[] min = new double[channels];
        double[] max = new double[channels];
        double[] mean = new double[channels];
        double[] std = new double[channels];
        double[][] quantiles = new double[LeRobotNames.QUANTILES.size()][channels];
        for (int colour = 0; colour < channels; colour++) {
            Levels levels = new Levels(counts[colour]);
            min[colour] = levels.atRank(0) / full;
            max[colour] = levels.atRank(levels.total() - 1) / full;
            mean[colour] = levels.mean() / full;
            std[colour] = levels.std() / full;
            int i = 0;
            for (double fraction : LeRobotNames.QUANTILES.values()) {
                quantiles[i++][colour] = levels.quantile(fraction) / full;
            }
        }
        return new Statistics(min, max, mean, std, quantiles, frames);
    }

    /** How often each level of a colour was seen. */
    private record Levels(long[] counts) {
        long total() {
            long total = 0;
            for (long count : counts) {
                total += count;
            }
            return total;
        }

        double mean() {
            double sum = 0;
            for (int level = 0; level < counts.length; level++) {
                sum += (double) level * counts[level];
            }
            return sum / total();
        }

        double std() {
            double mean = mean();
            double sum = 0;
            for (int level = 0; level < counts.length; level++) {
                sum += counts[level] * (level - mean) * (level - mean);
            }
            return Math.sqrt(sum / total());
        }

        /** The level of the pixel with that many before it in order. */
        int atRank(long rank) {
            long before = 0;
            for (int level = 0; level < counts.length; level++) {
                before += counts[level];
                if (rank < before) {
                    return level;
                }
            }
            return counts.length - 1;
        }

        double quantile(double fraction) {
            double rank = fraction * (total() - 1);
            long below = (long) Math.floor(rank);
            int low = atRank(below);
            int high = atRank(Math.min(below + 1, total() - 1));
            return low + (rank - below) * (high - low);
        }
    }
}
