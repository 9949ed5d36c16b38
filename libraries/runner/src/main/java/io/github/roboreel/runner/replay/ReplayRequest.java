package io.github.roboreel.runner.replay;

import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.simulation.SimulationProvider;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What is to be replayed, and how. Immutable.
 *
 * @param recording an output folder, or a run file in its env folder
 * @param episodes which of its episodes
 * @param simulation that replays; empty for the one that the recording names
 * @param restoreEvery steps after which the env is set to the recorded state again: 1 before every step, 0 for never
 * @param withRecordedConfig whether the task is as the recording's configuration has it, or today's
 * @param taskFile today's task, where it is not known by its name
 * @param tolerances how much may differ
 * @param configFolder the installation's {@code config}
 * @param output where the replay is recorded; empty to keep nothing
 */
public record ReplayRequest(
        Path recording,
        Predicate<RecordedEpisode> episodes,
        Optional<SimulationProvider> simulation,
        int restoreEvery,
        boolean withRecordedConfig,
        Optional<String> taskFile,
        Tolerances tolerances,
        Path configFolder,
        Optional<ReplayOutput> output) {
    public ReplayRequest {
        Objects.requireNonNull(recording, "recording");
        Objects.requireNonNull(episodes, "episodes");
        Objects.requireNonNull(tolerances, "tolerances");
        Objects.requireNonNull(configFolder, "configFolder");
        Objects.requireNonNull(output, "output");
    }
}
