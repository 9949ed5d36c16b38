package io.github.roboreel.tools.report;

import io.github.roboreel.format.Annotation;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A result and the folder it came from.
 *
 * @param source the output folder
 * @param line the result
 * @param wrongObjects the wrong object of each wrong grab
 */
record FolderEpisode(ResultFolder source, EpisodeRecord line, List<String> wrongObjects) implements ReportedEpisode {
    static FolderEpisode of(ResultFolder folder, EpisodeRecord line, List<FileFault> problems) {
        List<String> objects = line.hasEvents() ? line.wrongObjectsGrabbed() : logged(folder, line, problems);
        return new FolderEpisode(folder, line, objects);
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

    @Override
    public String folder() {
        return source.name();
    }

    @Override
    public OptionalDouble metric(String name) {
        return ScoredEpisode.isStandard(name) ? source.metric(line, name) : line.ownMetric(name);
    }

    @Override
    public OptionalDouble durationSeconds() {
        return source.durationSeconds(line);
    }

    @Override
    public Optional<String> demo() {
        return source.envOf(line)
                .demoOf(line)
                .map(at -> source.path().relativize(at.file()).toString().replace('\\', '/') + "/" + at.demo());
    }

    @Override
    public Optional<Annotation> annotation() {
        return source.annotations().of(line);
    }
}
