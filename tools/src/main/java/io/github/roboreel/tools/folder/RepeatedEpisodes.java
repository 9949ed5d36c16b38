package io.github.roboreel.tools.folder;

import io.github.roboreel.tools.FileFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds lines that hold an episode which an earlier line holds too. */
final class RepeatedEpisodes {
    private RepeatedEpisodes() {}

    /** One complaint for all, so that a folder that was resumed often is still readable. */
    static Optional<FileFault> complaint(List<EpisodeRecord> records) {
        Map<List<Object>, Integer> firstLines = new HashMap<>();
        List<EpisodeRecord> repeated = new ArrayList<>();
        for (EpisodeRecord record : records) {
            if (record.episode().isPresent() && firstLines.putIfAbsent(identity(record), record.line()) != null) {
                repeated.add(record);
            }
        }
        return repeated.stream().findFirst().map(one -> complaint(one, firstLines.get(identity(one)), repeated.size()));
    }

    private static FileFault complaint(EpisodeRecord one, int firstLine, int repeatedLines) {
        return FileFault.doubtful(
                one.file(),
                one.line(),
                "repeats episode "
                        + one.episode().getAsInt()
                        + " of "
                        + one.envName()
                        + ", which line "
                        + firstLine
                        + " holds too (lines that repeat an episode: "
                        + repeatedLines
                        + "); all are counted",
                "keep the first of each with: roboreel compile");
    }

    private static List<Object> identity(EpisodeRecord record) {
        return List.of(record.envName(), record.episode().getAsInt());
    }
}
