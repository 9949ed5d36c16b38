package io.github.roboreel.tools.recover;

import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells by their names the unfinished videos of one run from those of others. */
final class VideosOfRun {
    private static final Pattern RUN_FILE = Pattern.compile("run_(\\d+)\\.hdf5");

    private VideosOfRun() {}

    static Predicate<Path> of(Path runFile) {
        Matcher run = RUN_FILE.matcher(runFile.getFileName().toString());
        if (!run.matches()) {
            return video -> false;
        }
        Pattern name = Pattern.compile(
                ".*_" + run.group(1) + "(_env\\d+)?(_viewport)?\\.(recording\\.mp4|finishing)", Pattern.DOTALL);
        return video -> name.matcher(video.getFileName().toString()).matches();
    }
}
