package io.github.roboreel.tools.check;

import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds an object's bounding box against its centre: the mean of the eight corners is the centroid, and parallel edges
 * are equally long. Corner order and rounding: RoboLab's format, section 2.8.
 */
final class BoxScan {
    private static final int BLOCK_ROWS = 4096;
    private static final int CORNERS = 8;
    private static final int AXES = 3;

    /** Corners are truncated to whole millimetres, so their mean is off by less than 1.5 of them. */
    private static final double CENTRE_TOLERANCE_METRES = 0.003;

    /** Resolution of float16 relative to its value. */
    private static final double HALF_RESOLUTION = 0x1p-10;

    private static final double EDGE_TOLERANCE_METRES = 0.005;

    /** int16 millimetres end here; other recorders wrap what lies beyond. */
    private static final double REACH_METRES = 32;

    private BoxScan() {}

    /** What is wrong with the box of {@code object}; empty when nothing, or it is incomplete. */
    static Optional<String> fault(EpisodeReader demo, String object, long numSamples) throws IOException {
        String cornersPath = "bbox/bbox_mm/" + object;
        String centroidPath = "bbox/centroid/" + object;
        if (!demo.has(centroidPath)) {
            return Optional.empty();
        }
        DatasetInfo corners = demo.info(cornersPath);
        DatasetInfo centroid = demo.info(centroidPath);
        if (!corners.rowShape().equals(List.of(8L, 3L)) || !centroid.rowShape().equals(List.of(3L))) {
            return Optional.empty();
        }
        long rows = Math.min(numSamples, Math.min(corners.rows(), centroid.rows()));
        for (long from = 0; from < rows; from += BLOCK_ROWS) {
            long to = Math.min(from + BLOCK_ROWS, rows);
            Optional<String> fault =
                    fault(from, demo.readDoubles(cornersPath, from, to), demo.readDoubles(centroidPath, from, to));
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> fault(long from, double[] cornersMm, double[] centroids) {
        for (int row = 0; row < centroids.length / AXES; row++) {
            double distance = distance(cornersMm, centroids, row);
            if (distance > 0) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "corners do not centre on the centroid: %.4f m off in row %d",
                        distance,
                        from + row));
            }
            if (edgesDiffer(cornersMm, row * CORNERS * AXES)) {
                return Optional.of("edges 0-1, 2-3 and 4-5 differ in length in row "
                        + (from + row)
                        + ": the corners' order is wrong");
            }
        }
        return Optional.empty();
    }

    /** How far the corners' mean is off where that is too far, else 0. */
    private static double distance(double[] cornersMm, double[] centroids, int row) {
        double worst = 0;
        double largest = 0;
        for (int axis = 0; axis < AXES; axis++) {
            double mean = 0;
            for (int corner = 0; corner < CORNERS; corner++) {
                mean += cornersMm[(row * CORNERS + corner) * AXES + axis] / CORNERS / 1000;
            }
            double centre = centroids[row * AXES + axis];
            worst = Math.max(worst, Math.abs(mean - centre));
            largest = Math.max(largest, Math.abs(centre));
        }
        double tolerance = CENTRE_TOLERANCE_METRES + largest * HALF_RESOLUTION;
        return largest < REACH_METRES && worst > tolerance ? worst : 0;
    }

    private static boolean edgesDiffer(double[] cornersMm, int at) {
        double edge = edge(cornersMm, at, 0);
        double difference = Math.max(Math.abs(edge - edge(cornersMm, at, 2)), Math.abs(edge - edge(cornersMm, at, 4)));
        boolean reachable = true;
        for (int i = at; i < at + CORNERS * AXES; i++) {
            reachable &= Math.abs(cornersMm[i]) < REACH_METRES * 1000;
        }
        return reachable && difference > EDGE_TOLERANCE_METRES;
    }

    /** Length of the edge from a corner to the next one, m. */
    private static double edge(double[] cornersMm, int at, int corner) {
        double square = 0;
        for (int axis = 0; axis < AXES; axis++) {
            int i = at + corner * AXES + axis;
            double metres = (cornersMm[i + AXES] - cornersMm[i]) / 1000;
            square += metres * metres;
        }
        return Math.sqrt(square);
    }
}
