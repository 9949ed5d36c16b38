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
 * @param world what it is simulated in
 * @param restoreEvery steps after which the env is set to the recorded state again: 1 before every step, 0 for never
 * @param tolerances how much may differ
 * @param output where the replay is recorded; empty to keep nothing
 */
public record ReplayRequest(
        Path recording,
        Predicate<RecordedEpisode> episodes,
        World world,
        int restoreEvery,
        Tolerances tolerances,
        Optional<ReplayOutput> output) {
    /**
     * What a recording is simulated in again.
     *
     * @param simulation that replays; empty for the one that the recording names
     * @param withRecordedConfig whether the task is as the recording's configuration has it, or today's
     * @param taskFile today's task, where it is not known by its name
     * @param configFolder the installation's {@code config}
     */
    public record World(
            Optional<SimulationProvider> simulation,
            boolean withRecordedConfig,
            Optional<String> taskFile,
            Path configFolder) {
        public World {
            Objects.requireNonNull(configFolder, "configFolder");
        }

        /** That of the recording. */
        public static World recorded(Path configFolder) {
            return new World(Optional.empty(), true, Optional.empty(), configFolder);
        }
    }

    public ReplayRequest {
        Objects.requireNonNull(recording, "recording");
        Objects.requireNonNull(episodes, "episodes");
        Objects.requireNonNull(tolerances, "tolerances");
        Objects.requireNonNull(output, "output");
    }
}
