package io.github.roboreel.runner.replay;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.VideoFile;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The viewport videos of recorded episodes and of their replays, made one per run when all replays are there. */
final class SideBySideVideos {
    private record Pair(Path recorded, RunSpec replay) {}

    private final List<Pair> pairs = new ArrayList<>();

    /** Adds an episode's video, and the run that is its replay. */
    void add(Path recorded, RunSpec replay) {
        pairs.add(new Pair(recorded, replay));
    }

    /** Writes {@code replay-<run>.mp4} for each, and says which could not be made. */
    List<FileFault> write() throws IOException {
        List<FileFault> problems = new ArrayList<>();
        if (!pairs.isEmpty()) {
            ResultFolder folder = ResultFolder.open(pairs.get(0).replay().folder());
            for (Pair pair : pairs) {
                write(folder.envOrMissing(pair.replay().envName()), pair, problems);
            }
        }
        return problems;
    }

    private static void write(EnvFolder env, Pair pair, List<FileFault> problems) {
        int run = pair.replay().run();
        Path target = env.path().resolve("replay-" + run + ".mp4");
        try {
            Path replayed = env.videosOf(run).stream()
                    .filter(VideoFile::isViewport)
                    .map(VideoFile::path)
                    .findFirst()
                    .orElseThrow(() -> new NoSuchFileException("the viewport video of run " + run));
            SideBySideVideo.write(pair.recorded(), replayed, target);
        } catch (IOException e) {
            problems.add(FileFault.doubtful(target, 0, "is not made: " + e.getMessage(), "see the two videos apart"));
        }
    }
}
