package io.github.roboreel.dashboard.series;

import java.nio.file.Path;

/**
 * A video of an episode.
 *
 * @param id opaque, for addresses
 * @param path its real path, inside the recording's folder
 * @param name what it shows: {@code viewport}, {@code cameras} or the one camera's name
 * @param isRecording whether it still grows
 */
public record VideoPlace(String id, Path path, String name, boolean isRecording) {}
