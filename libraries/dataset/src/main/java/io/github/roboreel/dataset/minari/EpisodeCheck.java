package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.minari.DatasetStorage.ArraySink;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Looks at the arrays of one stored episode, and says whether Minari takes them as they are. */
final class EpisodeCheck implements ArraySink {
    private final String episode;
    private final Map<String, MinariArray> spaces;
    private final boolean asImported;
    private final Map<String, Long> rowsByPath = new HashMap<>();
    private MinariArray current;
    private long flagRow;
    private long flagRows;

    /**
     * For an episode.
     *
     * @param spaces arrays that the spaces of observations and actions ask for, by path
     * @param asImported whether types and shapes are those of a dataset of others, which Minari does not hold against
     *     the spaces
     */
    EpisodeCheck(long number, Map<String, MinariArray> spaces, boolean asImported) {
        this.episode = "episode " + number;
        this.spaces = spaces;
        this.asImported = asImported;
    }

    @Override
    public void begin(MinariArray array, long rows) throws IOException {
        current = array;
        rowsByPath.put(array.path(), rows);
        if (array.isBelow(MinariArray.OBSERVATIONS) || array.isBelow(MinariArray.ACTIONS)) {
            require(
                    fits(array, spaces.get(array.path())),
                    array.path() + " is " + array + ", its space asks for " + spaces.get(array.path()));
        } else if (array.path().equals(MinariArray.REWARDS)) {
            require(array.rowShape().isEmpty(), "rewards are no single numbers");
            require(array.dtype() == DType.FLOAT64, "rewards are not float64");
        } else if (isFlag()) {
            require(array.rowShape().isEmpty(), array.path() + " are no single values");
            require(array.dtype().isBool(), array.path() + " are no booleans");
            flagRow = 0;
            flagRows = rows;
        } else {
            boolean isBeside = array.isBelow(MinariArray.INFOS) || array.isBelow(MinariArray.OTHERS);
            require(isBeside, array.path() + " belongs to nothing");
        }
    }

    private boolean fits(MinariArray array, MinariArray asked) {
        return asImported ? asked != null && asked.picture() == array.picture() : array.equals(asked);
    }

    private boolean isFlag() {
        return current.path().equals(MinariArray.TERMINATIONS) || current.path().equals(MinariArray.TRUNCATIONS);
    }

    @Override
    public void rows(byte[] rows, int count) throws IOException {
        if (isFlag()) {
            for (byte flag : rows) {
                flagRow++;
                require(flag == 0 || flagRow == flagRows, current.path() + " are set before the last step");
            }
        }
    }

    /** Requires that all arrays were there, and as long as they must be. */
    void finish(long totalSteps) throws IOException {
        Set<String> steps =
                new TreeSet<>(Set.of(MinariArray.REWARDS, MinariArray.TERMINATIONS, MinariArray.TRUNCATIONS));
        Set<String> observations = new TreeSet<>();
        for (String path : spaces.keySet()) {
            boolean action = spaces.get(path).isBelow(MinariArray.ACTIONS);
            (action ? steps : observations).add(path);
        }
        requireRows(steps, totalSteps);
        requireRows(observations, totalSteps + 1);
    }

    private void requireRows(Set<String> paths, long rows) throws IOException {
        for (String path : paths) {
            Long found = rowsByPath.get(path);
            require(found != null, path + " is missing");
            require(found == rows, path + " has " + found + " rows instead of " + rows);
        }
    }

    private void require(boolean good, String otherwise) throws IOException {
        if (!good) {
            throw new IOException(episode + ": " + otherwise + "; the export is not usable");
        }
    }
}
