package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.episodes.EpisodeFacts;
import io.github.roboreel.tools.episodes.EpisodeSource;
import java.io.IOException;

/**
 * The episodes with their numbers in the dataset; gives the same each time.
 *
 * @param source where they are
 * @param plan of the dataset
 * @param reward where rewards come from
 */
record EpisodeSequence(EpisodeSource source, LeRobotPlan plan, RewardPolicy reward) {
    private static final double[] NO_REWARDS = {};

    /** Takes one; usable during the call only. */
    @FunctionalInterface
    interface Visitor {
        void visit(EpisodeRows episode) throws IOException;
    }

    /**
     * Goes through all of them.
     *
     * @throws IOException of the visitor or the source, or when others are there than were planned
     */
    void each(Visitor visitor) throws IOException {
        Counter counter = new Counter(visitor);
        source.visit(counter::visit);
        if (counter.episodes != plan.episodes() || counter.steps != plan.steps()) {
            throw new IOException("the recording changed during the export: "
                    + plan.episodes()
                    + " episodes became "
                    + counter.episodes
                    + "; export it when nobody records there");
        }
    }

    private final class Counter {
        private final Visitor visitor;
        private int episodes;
        private long steps;

        Counter(Visitor visitor) {
            this.visitor = visitor;
        }

        void visit(EpisodeFacts facts, EpisodeReader reader) throws IOException {
            EpisodeRows episode = new EpisodeRows(
                    facts,
                    reader,
                    episodes,
                    steps,
                    plan.tasks().indexOf(EpisodeChecks.task(facts)),
                    Math.toIntExact(reader.numSamples()),
                    plan.hasRewards() ? reward.rewards(facts, reader) : NO_REWARDS);
            visitor.visit(episode);
            episodes++;
            steps += episode.steps();
        }
    }
}
