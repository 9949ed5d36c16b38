package io.github.roboreel.dataset.lerobot;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where an episode is, and what its dataset says of it.
 *
 * @param index of the episode, from 0
 * @param length its steps
 * @param firstRow global index of its first row
 * @param data the table that holds its rows
 * @param rows condition in SQL for its rows in that table
 * @param videos where its frames are, by the key of a camera
 * @param tasks what it was about, each text once
 * @param facts whatever else is written of it: Long, Double, Boolean or String by the name of its column
 */
record LeRobotPlace(
        int index,
        long length,
        long firstRow,
        Path data,
        String rows,
        Map<String, VideoPlace> videos,
        List<String> tasks,
        Map<String, Object> facts) {
    /**
     * Frames of an episode in a video.
     *
     * @param file that holds them
     * @param firstFrame of the episode, from 0, where all are shown at their time
     * @param startSeconds when it begins in the video
     */
    record VideoPlace(Path file, long firstFrame, double startSeconds) {}

    /** The condition that every row fulfils. */
    static final String WHOLE_TABLE = "TRUE";

    /** An episode of weeks: what says that it is longer is damaged. */
    private static final long MAX_STEPS = 50_000_000;

    LeRobotPlace {
        videos = Map.copyOf(videos);
        tasks = List.copyOf(tasks);
    }

    /** Whether all rows of the table are the episode's. */
    boolean isWholeTable() {
        return rows.equals(WHOLE_TABLE);
    }

    static boolean canBeLength(long length) {
        return length >= 0 && length <= MAX_STEPS;
    }

    /** As messages and paths call it. */
    String name() {
        return "episode_" + index;
    }
}
