package io.github.roboreel.tools.folder;

import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * An event log.
 *
 * @param path {@code log_<run>_env<env>.json} or the legacy {@code log_<n>.json}
 * @param number the run; in a legacy name the run or the episode
 * @param envId index of the environment; empty in a legacy name
 */
public record LogFile(Path path, int number, OptionalInt envId) {}
