package io.github.roboreel.tools.report;

import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.ResultFolder;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A result and the folder it came from.
 *
 * @param folder the output folder
 * @param line the result
 * @param wrongObjects the wrong object of each wrong grab
 */
record Episode(ResultFolder folder, EpisodeRecord line, List<String> wrongObjects) {
    static final String NO_VALUE = "(none)";

    /** RoboLab's tools leave their metrics in other places, too; those of others are in one. */
    OptionalDouble metric(String name) {
        return EpisodeMetrics.STANDARD.names().contains(name) ? folder.metric(line, name) : line.ownMetric(name);
    }

    OptionalDouble durationSeconds() {
        return folder.durationSeconds(line);
    }

    String task() {
        return line.envName();
    }

    String instructionType() {
        return line.instructionType().orElse("default");
    }

    String policy() {
        return line.policy().orElse(NO_VALUE);
    }

    String scene() {
        return line.text("scene").orElse(NO_VALUE);
    }
}
