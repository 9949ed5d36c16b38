package io.github.roboreel.dataset.transform;

import io.github.roboreel.dataset.ColumnEpisode;
import io.github.roboreel.dataset.EpisodeColumn;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.NamePattern;
import io.github.roboreel.recordings.transform.fields.Fields;
import io.github.roboreel.recordings.transform.fields.RelativeActions;
import io.github.roboreel.recordings.transform.fields.ResizeImages;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Changes that leave an episode's steps as they are: which arrays it has, under which paths, and of which elements. */
final class FieldChanges {
    private FieldChanges() {}

    private static EpisodeReader with(EpisodeReader episode, Map<String, EpisodeColumn> columns) throws IOException {
        return ColumnEpisode.of(episode, episode.numSamples(), columns);
    }

    /**
     * Leaves arrays out, those of the observation after the last action with those of the observations.
     *
     * @param pattern of their paths, as {@link NamePattern} has it
     */
    static EpisodeChange drop(String pattern) {
        return (facts, episode) -> {
            NamePattern names = new NamePattern(pattern);
            Map<String, EpisodeColumn> columns = ColumnEpisode.columns(episode);
            List<String> all = List.copyOf(columns.keySet());
            if (!columns.keySet().removeIf(path -> names.matches(path) || names.matches(DemoPaths.obsOf(path)))) {
                throw RoboReelException.badArgument(
                        "%s has no '%s' to drop; %s", facts.where(), pattern, KnownNames.hint(pattern, all));
            }
            return with(episode, columns);
        };
    }

    /**
     * Gives an array, or a group with all below it, another path at the same place in the order. What was observed
     * after the last action goes with its observation.
     *
     * @param path it has
     * @param name path it shall have
     */
    static EpisodeChange rename(String path, String name) {
        return (facts, episode) -> {
            Map<String, EpisodeColumn> columns = new LinkedHashMap<>();
            boolean isFound = path.equals(name);
            for (Map.Entry<String, EpisodeColumn> column :
                    ColumnEpisode.columns(episode).entrySet()) {
                String now = renamed(column.getKey(), path, name);
                isFound |= !now.equals(column.getKey());
                if (columns.put(now, column.getValue()) != null) {
                    throw new ExportRefusedException(
                            "%s: '%s' cannot be called '%s', because there is '%s' already; choose another name",
                            facts.where(), path, name, now);
                }
            }
            if (!isFound) {
                throw RoboReelException.badArgument(
                        "%s has no '%s' to rename; %s", facts.where(), path, KnownNames.hint(path, episode.paths()));
            }
            return with(episode, columns);
        };
    }

    private static String renamed(String old, String path, String name) {
        if (isAt(old, path)) {
            return name + old.substring(path.length());
        }
        boolean isObservation = DemoPaths.isIn(DemoPaths.OBS, path) && DemoPaths.isIn(DemoPaths.OBS, name);
        String last = DemoPaths.finalOf(path);
        return isObservation && isAt(old, last) ? DemoPaths.finalOf(name) + old.substring(last.length()) : old;
    }

    private static boolean isAt(String path, String group) {
        return path.equals(group) || DemoPaths.isIn(group, path);
    }

    /**
     * Keeps some elements of the first axis of an array's rows, for example the joints of one arm; of an observation
     * also in what was observed after the last action.
     *
     * @param path of the array
     * @param from first element, from 0
     * @param end element after the last
     * @throws IllegalArgumentException when there is no such element
     */
    static EpisodeChange slice(String path, int from, int end) {
        new Fields.Slice(path, from, end);
        return (facts, episode) -> {
            requireArray(facts, episode, path);
            Map<String, EpisodeColumn> columns = ColumnEpisode.columns(episode);
            for (String array : List.of(path, DemoPaths.finalOf(path))) {
                if (columns.containsKey(array)) {
                    Fields.Slice slice = new Fields.Slice(array, from, end);
                    columns.put(array, MadeColumn.ofRows(facts, episode, array, List.of(array), slice));
                }
            }
            return with(episode, columns);
        };
    }

    private static void requireArray(EpisodeFacts facts, EpisodeReader episode, String path) throws IOException {
        if (!episode.has(path)) {
            throw RoboReelException.badArgument(
                    "%s has no array '%s'; %s", facts.where(), path, KnownNames.hint(path, episode.paths()));
        }
    }

    /**
     * Gives pictures another size, as {@link ResizeImages} does; with them those observed after the last action.
     *
     * @param pattern of their paths, as {@link NamePattern} has it
     * @param height of the result, pixels
     * @param width of the result, pixels
     * @throws IllegalArgumentException when no picture has that size
     */
    static EpisodeChange resize(String pattern, int height, int width) {
        ResizeImages.to(height, width);
        return (facts, episode) -> {
            NamePattern names = new NamePattern(pattern);
            Map<String, EpisodeColumn> columns = ColumnEpisode.columns(episode);
            boolean isFound = false;
            for (String path : episode.paths()) {
                if (names.matches(path) || names.matches(DemoPaths.obsOf(path))) {
                    isFound = true;
                    ResizeImages resize = new ResizeImages(height, width, List.of(path));
                    columns.put(path, MadeColumn.ofRows(facts, episode, path, List.of(path), resize));
                }
            }
            if (!isFound) {
                throw new ExportRefusedException("%s has no pictures '%s' to resize", facts.where(), pattern);
            }
            return with(episode, columns);
        };
    }

    /**
     * Makes actions relative to the state of the same step: action minus state, element by element. The dtype stays.
     *
     * @param actions path of a vector of floats
     * @param state path of a vector with at least as many elements as are made relative
     * @param from first element that is made relative, from 0
     * @param end element after the last; the largest int for all that there are
     */
    static EpisodeChange relative(String actions, String state, int from, int end) {
        return (facts, episode) -> {
            requireArray(facts, episode, actions);
            requireArray(facts, episode, state);
            DatasetInfo info = episode.info(actions);
            if (!info.dtype().isFloating() || info.rowShape().size() != 1) {
                throw new ExportRefusedException(
                        "%s: '%s' is %s%s; only vectors of floats are made relative",
                        facts.where(), actions, info.dtype().label(), info.rowShape());
            }
            List<Boolean> mask = IntStream.range(0, (int) info.rowElements())
                    .mapToObj(i -> i >= from && i < end)
                    .toList();
            RelativeActions relative = new RelativeActions(actions, state, mask);
            Map<String, EpisodeColumn> columns = ColumnEpisode.columns(episode);
            columns.put(actions, MadeColumn.ofRows(facts, episode, actions, List.of(actions, state), relative));
            return with(episode, columns);
        };
    }
}
