package io.github.roboreel.systemtests.soak;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.systemtests.formula.Formula;
import java.io.IOException;
import java.util.Optional;

/** Compares stored rows with the formula, every value. For one thread. */
final class ValueCheck {
    private static final long BATCH_VALUES = 1 << 17;

    private final EpisodeReader demo;
    private final long key;
    private long values;

    ValueCheck(EpisodeReader demo, long key) {
        this.demo = demo;
        this.key = key;
    }

    /** Values compared so far. */
    long values() {
        return values;
    }

    /**
     * Compares rows {@code from} to {@code to}, the first of which has the formula's step {@code step}.
     *
     * @return the first difference, as a sentence's end
     */
    Optional<String> rows(String path, long from, long to, long step) throws IOException {
        DatasetInfo info = demo.info(path);
        long batch = Math.max(1, BATCH_VALUES / info.rowElements());
        Optional<String> fault = Optional.empty();
        for (long row = from; row < to && fault.isEmpty(); row += batch) {
            long end = Math.min(to, row + batch);
            double[] got = demo.readDoubles(path, row, end);
            fault = compare(path, info, got, row, step + row - from);
        }
        return fault;
    }

    private Optional<String> compare(String path, DatasetInfo info, double[] got, long firstRow, long firstStep) {
        int columns = (int) info.rowElements();
        values += got.length;
        for (int i = 0; i < got.length; i++) {
            int m = Formula.m(key, firstStep + i / columns, i % columns);
            double expected = Formula.stored(info.dtype(), m);
            if (got[i] != expected) {
                return Optional.of(Sentence.of(
                        "%s/%s holds %s in row %s, column %s; expected %s",
                        demo.name(), path, got[i], firstRow + i / columns, i % columns, expected));
            }
        }
        return Optional.empty();
    }
}
