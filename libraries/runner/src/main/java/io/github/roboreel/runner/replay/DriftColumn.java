package io.github.roboreel.runner.replay;

import io.github.roboreel.format.Elements;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RowView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A field of the replay beside the recorded one: how far each row of each part is from it. */
final class DriftColumn {
    private final Field field;
    private final EpisodeReader reader;
    private final List<DriftPart> parts;
    private final double[][] drift;
    private final byte[] recorded;
    private boolean bitExact = true;

    /** Pictures are read row by row, all else at once. */
    DriftColumn(Field field, EpisodeReader reader, int rows) throws IOException {
        this.field = field;
        this.reader = reader;
        parts = DriftPart.of(field.spec());
        drift = new double[parts.size()][rows];
        recorded = field.spec().image() ? null : reader.readBytes(path(), 0, rows);
    }

    private String path() {
        return field.spec().path();
    }

    /**
     * The drift of each part, a value for each of the first rows.
     *
     * @param firstStep the step that the first row belongs to
     */
    List<DriftSeries> series(int rows, int firstStep) {
        List<DriftSeries> series = new ArrayList<>();
        for (int part = 0; part < drift.length; part++) {
            double[] values = Arrays.copyOf(drift[part], Math.min(rows, drift[part].length));
            series.add(new DriftSeries(path(), parts.get(part), firstStep, values));
        }
        return series;
    }

    boolean isBitExact() {
        return bitExact;
    }

    /** Compares a row, if it was recorded. */
    void compare(int row, RowView replayed) throws IOException {
        if (row >= drift[0].length) {
            return;
        }
        byte[] now = bytes(replayed);
        byte[] then = recorded == null
                ? reader.readBytes(path(), row, row + 1)
                : Arrays.copyOfRange(recorded, row * now.length, (row + 1) * now.length);
        if (!Arrays.equals(now, then)) {
            bitExact = false;
            double[] nowValues = values(now);
            double[] thenValues = values(then);
            for (int part = 0; part < drift.length; part++) {
                drift[part][row] = parts.get(part).between(thenValues, nowValues);
            }
        }
    }

    private byte[] bytes(RowView row) {
        byte[] bytes = new byte[field.rowBytes()];
        boolean isImage = field.spec().image();
        ByteBuffer source = isImage ? row.frame(field).bytes() : row.bytes();
        source.duplicate().clear().position(isImage ? 0 : field.offsetBytes()).get(bytes);
        return bytes;
    }

    private double[] values(byte[] bytes) {
        return Elements.doubles(field.spec().dtype(), Elements.of(bytes));
    }
}
