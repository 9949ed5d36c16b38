package io.github.roboreel.dashboard.series;

import java.util.List;

/**
 * What is asked of a {@link RowsWorker}.
 *
 * @param call what
 * @param file the run file
 * @param demo name of the demo in it
 * @param fields fields, {@code path} or {@code path[i]}
 * @param from first row, from 0; the one row that is asked for
 * @param to row after the last one; beyond the end for all
 * @param width pixel columns of a series; stride of tracks
 * @param dtSeconds time between two steps, s
 * @param rows whose times {@link SubtaskRows} is to give
 * @param damage why the run file is not to be read but only what is beside it; empty to read it
 */
record RowsRequest(
        Call call,
        String file,
        String demo,
        List<String> fields,
        long from,
        long to,
        int width,
        double dtSeconds,
        List<Long> rows,
        String damage) {
    /** Kinds of requests. */
    enum Call {
        /** Loads what reading needs. */
        WARM,
        /** {@link DemoOverview}. */
        DESCRIBE,
        /** {@link Columns} as bytes. */
        SERIES,
        /** {@link RowsWorker.RowValues}. */
        ROW,
        /** Lines of CSV, as bytes. */
        CSV,
        /** A stored picture as PNG. */
        PICTURE,
        /** {@link Tracks}. */
        TRACKS,
        /** {@link SubtaskRows}. */
        SUBTASKS,
        /** {@link FileTree}. */
        TREE
    }

    static RowsRequest of(Call call, String file, String demo) {
        return new RowsRequest(call, file, demo, List.of(), 0, Long.MAX_VALUE, 1, 0, List.of(), "");
    }

    RowsRequest with(List<String> wanted, long first, long end, int columns, double dt) {
        return new RowsRequest(call, file, demo, wanted, first, end, columns, dt, rows, damage);
    }

    /** The same, with the times of some rows. */
    RowsRequest withTimesOf(List<Long> wanted) {
        return new RowsRequest(call, file, demo, fields, from, to, width, dtSeconds, wanted, damage);
    }

    /** The same, of what is beside a run file that must not be read. */
    RowsRequest without(String why) {
        return new RowsRequest(call, file, demo, fields, from, to, width, dtSeconds, rows, why);
    }
}
