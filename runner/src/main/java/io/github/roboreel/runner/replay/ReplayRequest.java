package io.github.roboreel.runner.replay;

import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.tools.plot.EpisodeSelection;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What is to be replayed, and how. Immutable.
 *
 * @param recording an output folder, or a run file in its env folder
 * @param episodes which of its episodes
 * @param simulation that replays; empty for the one that the recording names
 * @param withRecordedConfig whether the task is as the recording's configuration has it, or today's of its name
 * @param tolerances how much may differ
 * @param configFolder the installation's {@code config}
 * @param outputFolder where the replay is recorded; empty to keep nothing
 */
public record ReplayRequest(
        Path recording,
        EpisodeSelection episodes,
        Optional<SimulationProvider> simulation,
        boolean withRecordedConfig,
        Tolerances tolerances,
        Path configFolder,
        Optional<Path> outputFolder) {
    /** Requires all. */
    public ReplayRequest {
        Objects.requireNonNull(recording, "recording");
        Objects.requireNonNull(episodes, "episodes");
        Objects.requireNonNull(tolerances, "tolerances");
        Objects.requireNonNull(configFolder, "configFolder");
    }
}
