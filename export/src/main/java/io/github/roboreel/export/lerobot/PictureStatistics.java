package io.github.roboreel.export.lerobot;

/**
 * Statistics of pictures, per colour from 0 to 1: exact over the pixels looked at, since there are
 * 256 values only. Of an episode some frames are looked at, of large frames some pixels.
 */
final class PictureStatistics {
    private static final int COLOURS = 3;
    private static final int LEVELS = 256;
    private static final double FULL = LEVELS - 1;
    private static final int LARGE_SIDE = 300;
    private static final int WANTED_SIDE = 150;
    private static final int MOST_SAMPLES = 10_000;
    private static final int LEAST_SAMPLES = 100;

    private final long[][] counts = new long[COLOURS][LEVELS];
    private long frames;

    /** Whether a frame is one of those to look at, which are spread evenly. */
    static boolean isSampled(long frame, int steps) {
        int samples =
                Math.max(
                        Math.min(LEAST_SAMPLES, steps),
                        Math.min((int) Math.pow(steps, 0.75), MOST_SAMPLES));
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

    /** Looks at a frame, height x width x 3, that starts there. */
    void add(byte[] rgb, int start, int width, int height) {
        int side = Math.max(width, height);
        int stride = side < LARGE_SIDE ? 1 : side / WANTED_SIDE;
        for (int y = 0; y < height; y += stride) {
            for (int x = 0; x < width; x += stride) {
                int at = start + COLOURS * (y * width + x);
                for (int colour = 0; colour < COLOURS; colour++) {
                    counts[colour][rgb[at + colour] & 0xff]++;
                }
            }
        }
        frames++;
    }

    /** Adds what others looked at. */
    void add(PictureStatistics other) {
        for (int colour = 0; colour < COLOURS; colour++) {
            for (int level = 0; level < LEVELS; level++) {
                counts[colour][level] += other.counts[colour][level];
            }
        }
        frames += other.frames;
    }

    Statistics result() {
        double[] min = new double[COLOURS];
        double[] max = new double[COLOURS];
        double[] mean = new double[COLOURS];
        double[] std = new double[COLOURS];
        double[][] quantiles = new double[Statistics.QUANTILES.size()][COLOURS];
        for (int colour = 0; colour < COLOURS; colour++) {
            Levels levels = new Levels(counts[colour]);
            min[colour] = levels.atRank(0) / FULL;
            max[colour] = levels.atRank(levels.total() - 1) / FULL;
            mean[colour] = levels.mean() / FULL;
            std[colour] = levels.std() / FULL;
            int i = 0;
            for (double fraction : Statistics.QUANTILES.values()) {
                quantiles[i++][colour] = levels.quantile(fraction) / FULL;
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
            for (int level = 0; level < LEVELS; level++) {
                sum += (double) level * counts[level];
            }
            return sum / total();
        }

        double std() {
            double mean = mean();
            double sum = 0;
            for (int level = 0; level < LEVELS; level++) {
                sum += counts[level] * (level - mean) * (level - mean);
            }
            return Math.sqrt(sum / total());
        }

        /** The level of the pixel with that many before it in order. */
        int atRank(long rank) {
            long before = 0;
            for (int level = 0; level < LEVELS; level++) {
                before += counts[level];
                if (rank < before) {
                    return level;
                }
            }
            return LEVELS - 1;
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
