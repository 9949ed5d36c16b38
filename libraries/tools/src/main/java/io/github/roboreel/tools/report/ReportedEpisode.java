package io.github.roboreel.tools.report;

import io.github.roboreel.format.Annotation;
import io.github.roboreel.recordings.folder.EpisodeLine;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Episode that a report counts: its result line, and what its folder adds to it. Implementations are immutable. */
public interface ReportedEpisode {
    /** What results call the folder it came from. */
    String folder();

    /** Its result line. */
    EpisodeLine line();

    /** A metric by name: RoboLab's tools leave theirs in other places, too; those of others are in one. */
    OptionalDouble metric(String name);

    /** Its line's duration, that of a side file, else steps times the time between two, s. */
    OptionalDouble durationSeconds();

    /** Name of the wrong object of each wrong grab, containers included. */
    List<String> wrongObjects();

    /** Where its data are in the folder, as {@code ENV/run_0.hdf5/demo_3}; empty where that is not known. */
    default Optional<String> demo() {
        return Optional.empty();
    }

    /** What was noted about it. */
    default Optional<Annotation> annotation() {
        return Optional.empty();
    }

    /**
     * Of a folder that was read. A line that says nothing about wrong objects is completed from its log.
     *
     * @param problems where a log that cannot be read is added
     */
    static ReportedEpisode of(ResultFolder folder, EpisodeRecord line, List<FileFault> problems) {
        return FolderEpisode.of(folder, line, problems);
    }
}
