package io.github.roboreel.cli.base;

import io.github.roboreel.recordings.folder.FileFault;
import java.util.List;

/** Says what was wrong with files that were read, a line each where they are few. */
public final class ProblemLines {
    private ProblemLines() {}

    /** What the command comes to if nothing else is wrong. */
    public static Outcome say(List<FileFault> problems, Terminal terminal) {
        LikeLines.fold(texts(problems)).forEach(terminal::say);
        boolean somethingIsMissing = problems.stream().anyMatch(FileFault::isLeftOut);
        return somethingIsMissing ? Outcome.DATA_LOST : Outcome.OK;
    }

    /** A sentence each, as JSON documents list them. */
    public static List<String> texts(List<FileFault> problems) {
        return problems.stream().map(FileFault::text).toList();
    }
}
