package io.github.roboreel.tools.folder;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A video, as its name tells.
 *
 * @param path an {@code .mp4} in the env folder
 * @param stem what stands before the run's number: the instruction, made a file name
 * @param run index of the run
 * @param envId index of the environment; empty when the run had only one
 * @param isViewport whether it shows the viewport; otherwise the sensor cameras
 * @param camera the one camera it shows, in names of other recorders
 */
public record VideoFile(
        Path path, String stem, int run, OptionalInt envId, boolean isViewport, Optional<String> camera) {}
