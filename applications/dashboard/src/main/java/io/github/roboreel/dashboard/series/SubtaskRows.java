package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the subtask rows of a demo say, at the rows where something changed, and when some rows were.
 *
 * @param numSamples steps of the demo
 * @param aligned whether there is a row per step; the steps are not known otherwise
 * @param changes first row and those that differ from the row before
 * @param times stored simulated time of each row that was asked for, s; null where none is stored or can be read
 */
record SubtaskRows(long numSamples, boolean aligned, List<Change> changes, List<Double> times) {
    /** One row, from 0. */
    record Change(long row, int status, int completed, double score) {}

    static SubtaskRows of(EpisodeReader demo, List<Long> rows) throws IOException {
        return changes(demo, times(demo, rows));
    }

    private static List<Double> times(EpisodeReader demo, List<Long> rows) {
        double[] stored = rows.isEmpty() ? new double[0] : storedTimes(demo);
        List<Double> times = new ArrayList<>();
        for (long row : rows) {
            times.add(row < stored.length && Double.isFinite(stored[(int) row]) ? stored[(int) row] : null);
        }
        return times;
    }

    private static double[] storedTimes(EpisodeReader demo) {
        try {
            return demo.has(DemoPaths.SIM_TIME) ? demo.readDoubles(DemoPaths.SIM_TIME) : new double[0];
        } catch (IOException | RuntimeException e) {
            // The subtasks are shown without them.
            return new double[0];
        }
    }

    private static SubtaskRows changes(EpisodeReader demo, List<Double> times) throws IOException {
        long steps = demo.numSamples();
        if (!demo.has(DemoPaths.SUBTASK_STATUS)
                || !demo.has(DemoPaths.SUBTASK_COMPLETED)
                || !demo.has(DemoPaths.SUBTASK_SCORE)) {
            return new SubtaskRows(steps, false, List.of(), times);
        }
        double[] status = demo.readDoubles(DemoPaths.SUBTASK_STATUS);
        double[] completed = demo.readDoubles(DemoPaths.SUBTASK_COMPLETED);
        double[] score = demo.readDoubles(DemoPaths.SUBTASK_SCORE);
        int rows = Math.min(status.length, Math.min(completed.length, score.length));
        List<Change> changes = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            boolean isNew = row == 0 || completed[row] != completed[row - 1] || score[row] != score[row - 1];
            if (isNew) {
                changes.add(new Change(row, (int) status[row], (int) completed[row], finite(score[row])));
            }
        }
        return new SubtaskRows(steps, rows >= steps, changes, times);
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : 0;
    }
}
