package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotPlan.Part;
import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * An episode on its way into the dataset.
 *
 * @param frames that it becomes
 * @param tasks index of the task of each frame; one where all have the same
 * @param rewards one per step; empty when the dataset has none
 * @param held small columns that were read, by key
 */
record LeRobotRows(
        EpisodeFacts facts,
        EpisodeReader reader,
        Frames frames,
        int[] tasks,
        double[] rewards,
        Map<String, byte[]> held) {
    /**
     * Frames of an episode.
     *
     * @param index of the episode in the dataset
     * @param firstRow global index of its first frame
     * @param steps number of its frames
     */
    record Frames(int index, long firstRow, int steps) {}

    private static final double[] NO_REWARDS = {};

    int index() {
        return frames.index;
    }

    long firstRow() {
        return frames.firstRow;
    }

    int steps() {
        return frames.steps;
    }

    /** Index of a frame's task. */
    int task(long frame) {
        return tasks[tasks.length == 1 ? 0 : Math.toIntExact(frame)];
    }

    /**
     * Goes through the episodes of a part.
     *
     * @param reward where rewards come from
     * @throws IOException of the visitor or the source, or when others are there than were planned
     */
    static void each(
            EpisodeSource source, LeRobotPlan plan, Part part, RewardPolicy reward, IoConsumer<LeRobotRows> visitor)
            throws IOException {
        int[] episodes = {Math.toIntExact(part.firstEpisode())};
        long[] rows = {part.firstStep()};
        Map<String, Integer> tasks = new HashMap<>();
        plan.tasks().forEach(task -> tasks.put(task, tasks.size()));
        source.visit((facts, reader) -> {
            int[] own = StepTasks.of(facts, reader).stream()
                    .mapToInt(task -> tasks.getOrDefault(task, -1))
                    .toArray();
            if (Arrays.stream(own).anyMatch(task -> task < 0)) {
                throw new IOException("the recording changed during the export: " + facts.where()
                        + " has another task; export it when no recorder writes there");
            }
            int steps = Math.toIntExact(reader.numSamples());
            double[] rewards = plan.hasRewards() ? reward.rewards(facts, reader) : NO_REWARDS;
            Frames frames = new Frames(episodes[0]++, rows[0], steps);
            visitor.accept(new LeRobotRows(facts, reader, frames, own, rewards, new HashMap<>()));
            rows[0] += steps;
        });
        long visited = episodes[0] - part.firstEpisode();
        if (visited != part.episodes() || rows[0] != part.firstStep() + part.steps()) {
            throw new IOException("the recording changed during the export: " + part.episodes() + " episodes became "
                    + visited + "; export it when no recorder writes there");
        }
    }
}
