package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotPlan.Part;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * An episode on its way into the dataset.
 *
 * @param index of the episode in the dataset
 * @param firstRow global index of its first frame
 * @param task index of its task
 * @param steps number of its frames
 * @param rewards one per step; empty when the dataset has none
 * @param held small columns that were read, by key
 */
record LeRobotRows(
        EpisodeFacts facts,
        EpisodeReader reader,
        int index,
        long firstRow,
        int task,
        int steps,
        double[] rewards,
        Map<String, byte[]> held) {
    private static final double[] NO_REWARDS = {};

    /** Takes one; usable during the call only. */
    @FunctionalInterface
    interface Visitor {
        void visit(LeRobotRows episode) throws IOException;
    }

    LeRobotRows(
            EpisodeFacts facts, EpisodeReader reader, int index, long firstRow, int task, int steps, double[] rewards) {
        this(facts, reader, index, firstRow, task, steps, rewards, new HashMap<>());
    }

    /**
     * Goes through the episodes of a part.
     *
     * @param reward where rewards come from
     * @throws IOException of the visitor or the source, or when others are there than were planned
     */
    static void each(EpisodeSource source, LeRobotPlan plan, Part part, RewardPolicy reward, Visitor visitor)
            throws IOException {
        int[] episodes = {Math.toIntExact(part.firstEpisode())};
        long[] rows = {part.firstStep()};
        Map<String, Integer> tasks = new HashMap<>();
        plan.tasks().forEach(task -> tasks.put(task, tasks.size()));
        source.visit((facts, reader) -> {
            Integer task = tasks.get(LeRobotSurvey.task(facts));
            if (task == null) {
                throw new IOException("the recording changed during the export: " + facts.where()
                        + " has another task; export it when no recorder writes there");
            }
            int steps = Math.toIntExact(reader.numSamples());
            double[] rewards = plan.hasRewards() ? reward.rewards(facts, reader) : NO_REWARDS;
            visitor.visit(new LeRobotRows(facts, reader, episodes[0]++, rows[0], task, steps, rewards));
            rows[0] += steps;
        });
        long visited = episodes[0] - part.firstEpisode();
        if (visited != part.episodes() || rows[0] != part.firstStep() + part.steps()) {
            throw new IOException("the recording changed during the export: " + part.episodes() + " episodes became "
                    + visited + "; export it when no recorder writes there");
        }
    }
}
