package io.github.roboreel.tools.recover;

import io.github.roboreel.format.RunFolder;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Tells by their names the unfinished videos of one run from those of others. */
final class VideosOfRun {
    private VideosOfRun() {}

    static Predicate<Path> of(Path runFile) {
        OptionalInt run = RunFolder.runOf(runFile.getFileName().toString());
        if (run.isEmpty()) {
            return video -> false;
        }
        Pattern name = RunFolder.unfinishedVideosOf(run.getAsInt());
        return video -> name.matcher(video.getFileName().toString()).matches();
    }
}
