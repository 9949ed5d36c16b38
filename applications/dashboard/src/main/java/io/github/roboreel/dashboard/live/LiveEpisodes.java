package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.series.NewestData;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.hdf5.read.LiveEpisode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Steps and events of episodes whose run is not closed, from what its recorder keeps beside the run file. */
record LiveEpisodes(StagingFiles stagings) implements NewestData {
    /** The staging file of an episode's run; it need not exist. */
    static Optional<Path> staging(EpisodePlace episode) {
        return episode.run().isPresent()
                ? Optional.of(episode.env()
                        .path()
                        .resolve(RunFolder.stagingFile(episode.run().getAsInt())))
                : Optional.empty();
    }

    @Override
    public List<EpisodeEvent> events(EpisodePlace episode) {
        if (episode.run().isEmpty() || episode.envId().isEmpty()) {
            return List.of();
        }
        String name =
                RunFolder.liveLogFile(episode.run().getAsInt(), episode.envId().getAsInt());
        return EventLines.all(episode.env().path().resolve(name));
    }

    @Override
    public OptionalLong numSamples(EpisodePlace episode) {
        if (episode.envId().isEmpty()) {
            return OptionalLong.empty();
        }
        int demo = episode.envId().getAsInt();
        return staging(episode)
                .flatMap(file -> stagings.look(
                        file,
                        run -> run.episodes().stream()
                                .filter(e -> e.demo() == demo)
                                .map(LiveEpisode::numSamples)
                                .findFirst()
                                .orElse(null)))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }
}
