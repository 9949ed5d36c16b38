package io.github.roboreel.runner.replay;

import io.github.roboreel.recordings.episodes.RecordedEpisodes;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Replays the episodes of a folder or a run file, one after the other. */
public final class Replay {
    private Replay() {}

    /**
     * Replays them. An episode that cannot be replayed says why in its result, and the next one follows.
     *
     * @throws IOException when there is nothing at the recording's path, or it cannot be listed
     */
    public static ReplayResult of(ReplayRequest request) throws IOException {
        Path given = request.recording().toAbsolutePath().normalize();
        boolean isFile = Files.isRegularFile(given);
        ResultFolder folder = ResultFolder.open(isFile ? given.getParent().getParent() : request.recording());
        Predicate<Path> isAsked =
                file -> !isFile || file.toAbsolutePath().normalize().startsWith(given);
        List<FileFault> problems = new ArrayList<>(folder.problems());
        List<EpisodeReplay> episodes = new ArrayList<>();
        EpisodeReplayer replayer = new EpisodeReplayer(request);
        new RecordedEpisodes(folder, problems)
                .visit(
                        episode -> isAsked.test(episode.location().file())
                                && request.episodes().test(episode),
                        (episode, reader) -> episodes.add(replayer.replay(episode, reader)));
        problems.removeIf(problem -> !isAsked.test(problem.file()));
        problems.addAll(replayer.finish());
        return new ReplayResult(episodes, problems);
    }
}
