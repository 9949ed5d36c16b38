package io.github.roboreel.dashboard.index;

import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where an episode lies.
 *
 * @param id opaque, the same for the same place
 * @param env its env folder, as of the newest look
 * @param line its result line; empty while it is being recorded
 * @param runFile the run file; it need not exist
 * @param demo name of the demo group in it
 * @param run index of the run
 * @param envId index of the env, or the demo's number in the continuous mode
 * @param dtSeconds time between two steps, s
 * @param isLineLost whether it has a result line that cannot be read at present; {@code line} is empty then
 */
public record EpisodePlace(
        String id,
        Recording recording,
        EnvFolder env,
        Optional<EpisodeRecord> line,
        Path runFile,
        String demo,
        OptionalInt run,
        OptionalInt envId,
        double dtSeconds,
        boolean isLineLost) {}
