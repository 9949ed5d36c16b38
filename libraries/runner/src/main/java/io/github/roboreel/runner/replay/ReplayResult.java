package io.github.roboreel.runner.replay;

import io.github.roboreel.recordings.folder.FileFault;
import java.util.List;

/**
 * What came of a replay. Immutable.
 *
 * @param episodes by env, run and number
 * @param problems what could not be read
 */
public record ReplayResult(List<EpisodeReplay> episodes, List<FileFault> problems) {
    public ReplayResult {
        episodes = List.copyOf(episodes);
        problems = List.copyOf(problems);
    }

    /** Whether there was nothing to replay. */
    public boolean isEmpty() {
        return episodes.isEmpty() && problems.isEmpty();
    }

    /** What differs in software and machine between recordings and replays, each once. */
    public List<String> provenance() {
        return episodes.stream()
                .flatMap(episode -> episode.provenance().stream())
                .distinct()
                .toList();
    }

    /** Whether all that was asked for was replayed, tracked or not. */
    public boolean isComplete() {
        return problems.stream().noneMatch(FileFault::isLeftOut)
                && episodes.stream().noneMatch(episode -> episode.refusal().isPresent());
    }

    /** Episodes that are the recorded ones within the tolerances. */
    public long tracked() {
        return episodes.stream().filter(EpisodeReplay::isTracked).count();
    }

    /** Whether an episode was replayed and is not the recorded one. */
    public boolean hasDiverged() {
        return episodes.stream().anyMatch(episode -> episode.refusal().isEmpty() && !episode.isTracked());
    }
}
