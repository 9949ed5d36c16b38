package io.github.roboreel.tools.report;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A result and the folder it came from.
 *
 * @param folder the output folder
 * @param line the result
 * @param wrongObjects the wrong object of each wrong grab
 */
record Episode(ResultFolder folder, EpisodeRecord line, List<String> wrongObjects) {
    static final String NO_VALUE = "(none)";

    private static final Set<String> STANDARD_METRICS = Set.copyOf(EpisodeMetrics.STANDARD.names());

    /** An object whose name holds one of these holds things itself. */
    private static final List<String> CONTAINERS =
            List.of("bin", "crate", "box", "container", "basket", "tray", "bucket", "shelf", "drawer", "cabinet");

    /**
     * From a result.
     *
     * @param excludeContainers whether wrong objects that are containers do not count
     * @param problems where a log that cannot be read is added
     */
    static Episode of(ResultFolder folder, EpisodeRecord line, boolean excludeContainers, List<FileFault> problems) {
        List<String> objects = line.hasEvents() ? line.wrongObjectsGrabbed() : logged(folder, line, problems);
        List<String> counted = excludeContainers
                ? objects.stream().filter(object -> !isContainer(object)).toList()
                : objects;
        return new Episode(folder, line, counted);
    }

    private static boolean isContainer(String object) {
        String name = object.toLowerCase(Locale.ROOT);
        return CONTAINERS.stream().anyMatch(name::contains);
    }

    private static List<String> logged(ResultFolder folder, EpisodeRecord line, List<FileFault> problems) {
        Optional<LogFile> log = folder.envOf(line).logOf(line);
        if (log.isEmpty()) {
            return List.of();
        }
        try {
            return EventLog.read(log.get().path()).events().stream()
                    .map(EpisodeEvent::object)
                    .filter(object -> !object.isEmpty())
                    .toList();
        } catch (IOException e) {
            problems.add(folder.named(FileFault.leftOut(
                    log.get().path(),
                    "cannot be read, so its wrong objects are not counted (" + e.getMessage() + ")",
                    "copy it again or delete it")));
            return List.of();
        }
    }

    static boolean isStandard(String metric) {
        return STANDARD_METRICS.contains(metric);
    }

    /** RoboLab's tools leave their metrics in other places, too; those of others are in one. */
    OptionalDouble metric(String name) {
        return isStandard(name) ? folder.metric(line, name) : line.ownMetric(name);
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
