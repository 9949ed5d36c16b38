package io.github.roboreel.dataset.lerobot;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where an episode is, and what its dataset says of it.
 *
 * @param index of the episode
 * @param steps its rows
 * @param videos by feature
 * @param tasks texts of its tasks
 * @param facts what else is said of it, by column
 */
record LeRobotPlace(
        int index, Rows steps, Map<String, VideoPlace> videos, List<String> tasks, Map<String, Object> facts) {
    /**
     * Rows of a table.
     *
     * @param data the table
     * @param first global index of the first
     * @param length how many
     * @param isWholeTable whether they are all rows of the table
     */
    record Rows(Path data, long first, long length, boolean isWholeTable) {}

    /**
     * Frames of an episode in a video.
     *
     * @param firstFrame number of the first in the file
     * @param startSeconds its time, as the dataset says it
     */
    record VideoPlace(Path file, long firstFrame, double startSeconds) {}

    /** An episode of weeks: what says that it is longer is damaged. */
    private static final long MAX_STEPS = 50_000_000;

    LeRobotPlace {
        videos = Map.copyOf(videos);
        tasks = List.copyOf(tasks);
    }

    /** The table with its rows. */
    Path data() {
        return steps.data;
    }

    /** Global index of its first row. */
    long firstRow() {
        return steps.first;
    }

    /** Number of its steps. */
    long length() {
        return steps.length;
    }

    /** The condition in SQL that its rows fulfil. */
    String condition() {
        return steps.isWholeTable
                ? "TRUE"
                : "\"index\" >= " + steps.first + " AND \"index\" < " + (steps.first + steps.length);
    }

    static boolean canBeLength(long length) {
        return length >= 0 && length <= MAX_STEPS;
    }

    /** As messages and paths call it. */
    String name() {
        return "episode_" + index;
    }
}
