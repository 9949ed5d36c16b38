package io.github.roboreel.cli.data;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.EpisodeNames;
import io.github.roboreel.recordings.episodes.FieldChoice;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which values are to be read. Immutable.
 *
 * @param places files and folders
 * @param choice of their episodes
 * @param fields of those
 */
record ReadRequest(List<Path> places, EpisodeChoice choice, FieldChoice fields) {
    ReadRequest {
        places = List.copyOf(places);
    }

    /** The wanted episodes that have steps and wanted fields. */
    List<Episode> episodes(Recordings recordings) throws IOException {
        List<Episode> wanted = new ArrayList<>();
        EpisodeNames names = new EpisodeNames();
        for (Episode episode : recordings.episodes()) {
            names.add(episode.facts());
            if (choice.includes(episode.facts(), episode.steps()) && episode.steps() > 0) {
                wanted.add(episode);
            }
        }
        if (recordings.episodes().isEmpty()) {
            requireReadable(recordings);
        }
        choice.requireKnown(names);
        if (wanted.isEmpty()) {
            throw RoboReelException.badArgument(
                    "none of %s episodes is wanted and has steps; change the filters",
                    recordings.episodes().size());
        }
        requireKnown(wanted);
        List<Episode> read = new ArrayList<>();
        for (Episode episode : wanted) {
            if (!paths(episode).isEmpty()) {
                read.add(episode);
            }
        }
        return read;
    }

    /** Where none can be read, the first fault says why, and no filter is to blame. */
    private static void requireReadable(Recordings recordings) {
        for (FileFault problem : recordings.problems()) {
            if (problem.severity() == FileFault.Severity.ERROR) {
                throw RoboReelException.badArgument("no episode of %s can be read: %s", problem.file(), problem.text());
            }
        }
    }

    private void requireKnown(List<Episode> episodes) throws IOException {
        if (fields.isAll()) {
            return;
        }
        Set<String> known = new LinkedHashSet<>();
        for (Episode episode : episodes) {
            known.addAll(episode.stepPaths());
        }
        fields.requireKnown(known);
    }

    /** Wanted fields of an episode, in its order. */
    List<String> paths(Episode episode) throws IOException {
        return fields.chosen(episode.stepPaths());
    }
}
