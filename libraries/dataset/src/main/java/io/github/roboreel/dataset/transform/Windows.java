package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ColumnEpisode;
import io.github.roboreel.dataset.EpisodeColumn;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.transform.Window;
import io.github.roboreel.recordings.transform.Window.Partial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes windows of steps, as {@link Window} does: the rows of each array get a new first axis. Composite actions are
 * joined first. Times are those of a window's first step. Padded windows have the mask {@value Window#VALID}, bool
 * [size].
 *
 * <p>With a shift of 1 the window after the last action is what was observed then. With others it is unknown, so it is
 * left out. Left out are videos, arrays without a row for each step other than the initial state, and recorded flags of
 * the end, since formats make those from the ending. An episode whose last step is in no window was cut off there, so
 * it is truncated.
 *
 * @param window how; no windows of different lengths, which arrays cannot hold
 */
record Windows(Window window) implements EpisodeChange {
    /** A window happens at the time of its first step. */
    private static final Set<String> TIMES = Set.of(DemoPaths.SIM_TIME, DemoPaths.WALL_TIME);

    private static final Set<String> FLAGS = Set.of("dones", "terminations", "truncations");

    private static final double MAX_ROW = 1 << 30;

    /** Refuses windows of different lengths. */
    Windows {
        if (window.partial() == Partial.KEEP) {
            throw new IllegalArgumentException(
                    "windows of different lengths are no rows of an array; pad or drop them");
        }
    }

    @Override
    public EpisodeReader arrays(EpisodeFacts facts, EpisodeReader recorded) throws IOException {
        EpisodeReader episode = JoinedSource.joined(facts, recorded);
        long steps = MadeColumn.count(facts, episode.numSamples(), window.ofEpisodes());
        if (steps == 0) {
            throw new ExportRefusedException(
                    "%s has %s steps, fewer than a window of %s with a stride of %s takes; leave it out, or keep"
                            + " partial windows",
                    facts.where(), episode.numSamples(), window.size(), window.stride());
        }
        return ColumnEpisode.of(episode, steps, columns(facts, episode, steps));
    }

    private Map<String, EpisodeColumn> columns(EpisodeFacts facts, EpisodeReader episode, long steps)
            throws IOException {
        Map<String, EpisodeColumn> columns = new LinkedHashMap<>();
        Map<String, EpisodeColumn> last = new LinkedHashMap<>();
        for (Map.Entry<String, EpisodeColumn> column :
                ColumnEpisode.columns(episode).entrySet()) {
            String path = column.getKey();
            DatasetInfo old = episode.info(path);
            if (DemoPaths.isIn(DemoPaths.INITIAL_STATE, path)) {
                columns.put(path, column.getValue());
            } else if (DemoPaths.isIn(DemoPaths.FINAL_OBS, path)) {
                last.put(path, last(episode, path, steps));
            } else if (old.rows() == episode.numSamples() && !FLAGS.contains(path)) {
                columns.put(path, column(facts, episode, path, steps));
            }
        }
        if (window.partial() == Partial.PAD) {
            DatasetInfo info =
                    new DatasetInfo(DType.BOOL, steps, List.of((long) window.size()), List.of(), List.of(), 0, "", "");
            EpisodeColumn valid = MadeColumn.of(facts, episode, List.of(), window.ofEpisodes(), Window.VALID, info);
            if (columns.put(Window.VALID, valid) != null) {
                throw new ExportRefusedException(
                        "%s has an array '%s', which the mask of padded windows is called; rename it first",
                        facts.where(), Window.VALID);
            }
        }
        if (window.shift() == 1) {
            last.keySet().removeIf(path -> !columns.containsKey(DemoPaths.obsOf(path)));
            columns.putAll(last);
        }
        return columns;
    }

    private EpisodeColumn column(EpisodeFacts facts, EpisodeReader episode, String path, long steps)
            throws IOException {
        DatasetInfo old = episode.info(path);
        if (old.dtype().isText()) {
            throw new ExportRefusedException(
                    "%s: '%s' is a text, of which there are no windows; leave it out first", facts.where(), path);
        }
        boolean isTime = TIMES.contains(path);
        double bytes = (double) window.size() * old.rowElements() * old.dtype().bytes();
        if (!isTime && bytes > MAX_ROW) {
            throw new ExportRefusedException(
                    "%s: a window of %s rows of '%s' takes more than 1 GiB; make windows smaller, or leave the array"
                            + " out first",
                    facts.where(), window.size(), path);
        }
        Window own = isTime ? new Window(1, window.shift(), 1, Partial.DROP) : window;
        DatasetInfo info = MadeColumn.info(old, isTime ? old.rowShape() : shape(old), steps);
        return MadeColumn.of(facts, episode, List.of(path), own.ofEpisodes(), path, info);
    }

    private List<Long> shape(DatasetInfo row) {
        return Stream.concat(Stream.of((long) window.size()), row.rowShape().stream())
                .toList();
    }

    /** The window after the last action: in its last place what was observed then, before it observations. */
    private EpisodeColumn last(EpisodeReader episode, String path, long steps) throws IOException {
        DatasetInfo old = episode.info(path);
        return EpisodeColumn.of(MadeColumn.info(old, shape(old), Math.min(1, old.rows())), (from, to) -> {
            List<NdArray> places = new ArrayList<>();
            for (int i = 0; i < window.size(); i++) {
                long step = steps + (long) i * window.stride();
                places.add(
                        step < episode.numSamples()
                                ? MadeColumn.row(episode, DemoPaths.obsOf(path), step)
                                : MadeColumn.row(episode, path, old.rows() - 1));
            }
            return NdArray.stack(places).bytes();
        });
    }

    @Override
    public EpisodeFacts facts(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        long recorded = episode.numSamples();
        long first = (MadeColumn.count(facts, recorded, window.ofEpisodes()) - 1) * window.shift();
        long further = Math.min(window.size() - 1, (recorded - 1 - first) / window.stride());
        boolean hasEnd = first + further * window.stride() == recorded - 1;
        Ending ending = facts.isTerminated() && !hasEnd ? Ending.TRUNCATED : facts.ending();
        return ChangedSource.with(facts, ending, facts.dtSeconds() * window.shift(), facts.attributes(), Map.of());
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("the rows of all arrays but the times have a new first axis of " + window.size() + " steps");
        if (window.partial() == Partial.PAD) {
            notes.add("windows that the end cuts off are filled up with their last step, where '" + Window.VALID
                    + "' is false");
        }
        if (window.shift() > 1) {
            notes.add("what was observed after the last action is left out, and so are steps that are in no window;"
                    + " an episode that lost its last one is truncated");
        }
        return notes;
    }
}
