package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The recorded episodes, some left out or with other facts. */
final class ChangedEpisodes {
    private ChangedEpisodes() {}

    static EpisodeSource onlyRun(RecordedRuns runs, int run) {
        return visitor -> runs.visit((facts, episode) -> {
            if (facts.run() == run) {
                visitor.visit(facts, episode);
            }
        });
    }

    static EpisodeSource changed(RecordedRuns runs, UnaryOperator<EpisodeFacts> change) {
        return visitor -> runs.visit((facts, episode) -> visitor.visit(change.apply(facts), episode));
    }

    static EpisodeFacts with(EpisodeFacts facts, Ending ending) {
        return copy(facts, ending, facts.attributes());
    }

    static EpisodeFacts with(EpisodeFacts facts, Map<String, Object> attributes) {
        return copy(facts, facts.ending(), attributes);
    }

    private static EpisodeFacts copy(EpisodeFacts facts, Ending ending, Map<String, Object> attributes) {
        return new EpisodeFacts(
                facts.file(),
                facts.demo(),
                facts.envName(),
                facts.run(),
                facts.env(),
                facts.episode(),
                facts.instruction(),
                facts.policy(),
                ending,
                facts.success(),
                facts.score(),
                facts.seed(),
                facts.dtSeconds(),
                facts.metrics(),
                attributes,
                facts.videos(),
                facts.environmentConfig());
    }
}
