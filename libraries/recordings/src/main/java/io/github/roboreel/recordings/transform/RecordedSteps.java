package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.StepBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Steps of a recorded episode, read block by block. */
final class RecordedSteps {
    private static final int MAX_ROWS = 500;
    private static final long BLOCK_BYTES = 1 << 20;

    private RecordedSteps() {}

    static Episodes of(Recordings recordings, List<String> paths) {
        return Episodes.of(recordings.episodes().size(), index -> of(recordings.episode(index), paths));
    }

    static EpisodeSteps of(Episode episode, Collection<String> paths) throws IOException {
        return new EpisodeSteps(
                episode.facts(), () -> new Blocks(episode, chosen(episode, paths)), () -> last(episode, paths));
    }

    /** Whether a path is chosen: it or a group that it is in; all are without a choice. */
    private static boolean isChosen(String path, Collection<String> paths) {
        return paths.isEmpty()
                || paths.stream().anyMatch(chosen -> path.equals(chosen) || DemoPaths.isIn(chosen, path));
    }

    /** Videos only where they are named; one without a frame for each step is then refused. */
    private static List<ArraySpec> chosen(Episode episode, Collection<String> paths) throws IOException {
        List<ArraySpec> chosen = new ArrayList<>();
        for (ArraySpec spec : episode.arrays().values()) {
            if (spec.isPerStep() && isChosen(spec.path(), paths)) {
                chosen.add(spec);
            }
        }
        for (String video : paths.isEmpty() ? List.<String>of() : episode.videoPaths()) {
            if (isChosen(video, paths)) {
                chosen.add(episode.spec(video));
            }
        }
        return chosen;
    }

    /** {@code final_obs/x} is what {@code obs/x} was after the last action. */
    private static Map<String, NdArray> last(Episode episode, Collection<String> paths) throws IOException {
        Map<String, NdArray> last = new LinkedHashMap<>();
        for (ArraySpec spec : episode.arrays().values()) {
            boolean isLast = DemoPaths.isIn(DemoPaths.FINAL_OBS, spec.path()) && spec.rows() > 0;
            String path = isLast ? DemoPaths.OBS + spec.path().substring(DemoPaths.FINAL_OBS.length()) : "";
            if (isLast && isChosen(path, paths)) {
                last.put(
                        path,
                        episode.read(spec.path(), spec.rows() - 1, spec.rows()).row(0));
            }
        }
        return last;
    }

    private static final class Blocks implements Cursor<Step> {
        private final Episode episode;
        private final List<String> paths;
        private final int blockRows;
        private long at;
        private StepBlock block;

        Blocks(Episode episode, List<ArraySpec> arrays) {
            this.episode = episode;
            paths = arrays.stream().map(ArraySpec::path).toList();
            long rowBytes = arrays.stream().mapToLong(ArraySpec::rowBytes).sum();
            blockRows = (int) Math.max(1, Math.min(MAX_ROWS, BLOCK_BYTES / Math.max(1, rowBytes)));
        }

        @Override
        public Step next() throws IOException {
            if (at == episode.steps()) {
                return null;
            }
            if (block == null || at == block.firstStep() + block.steps()) {
                block = episode.block(at, Math.min(at + blockRows, episode.steps()), paths);
            }
            return block.step((int) (at++ - block.firstStep()));
        }
    }
}
