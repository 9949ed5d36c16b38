package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Where the rows of a column come from. */
@FunctionalInterface
interface RowSource {
    /** Rows {@code from} (inclusive) to {@code to} (exclusive), little-endian, row-major. */
    byte[] read(LeRobotRows episode, long from, long to) throws IOException;

    /** Part of a vector that is put together. */
    @FunctionalInterface
    interface Part {
        double[] read(EpisodeReader episode, long from, long to) throws IOException;
    }

    /** A number of each frame. */
    @FunctionalInterface
    interface Value {
        double of(LeRobotRows episode, long frame);
    }

    /** A text of each frame. */
    @FunctionalInterface
    interface Texts {
        List<String> read(LeRobotRows episode, long from, long to) throws IOException;
    }

    /** Texts, filled up with zeros to so many bytes. */
    static RowSource texts(int bytes, Texts texts) {
        return (episode, from, to) -> {
            ByteBuffer rows = ByteBuffer.allocate(Math.multiplyExact(bytes, Math.toIntExact(to - from)));
            for (String text : texts.read(episode, from, to)) {
                rows.put(StepTexts.row(text, bytes));
            }
            return rows.array();
        };
    }

    /** An array as it is stored. */
    static RowSource stored(String path) {
        return (episode, from, to) -> episode.reader().readBytes(path, from, to);
    }

    /** Parts side by side as float32. */
    static RowSource joined(List<Part> parts) {
        return (episode, from, to) -> {
            double[][] columns = new double[parts.size()][];
            int elements = 0;
            for (int part = 0; part < columns.length; part++) {
                columns[part] = parts.get(part).read(episode.reader(), from, to);
                elements += columns[part].length;
            }
            ByteBuffer rows = Elements.room(DType.FLOAT32, elements);
            int count = (int) (to - from);
            for (int row = 0; row < count; row++) {
                for (double[] column : columns) {
                    int width = column.length / count;
                    for (int i = row * width; i < (row + 1) * width; i++) {
                        rows.putFloat((float) column[i]);
                    }
                }
            }
            return rows.array();
        };
    }

    /** The values of an array. */
    static Part values(String path) {
        return (episode, from, to) -> episode.readDoubles(path, from, to);
    }

    /** An array one step earlier: before the first step the last row of another. */
    static Part valuesBefore(String initialPath, String path) {
        return (episode, from, to) -> {
            if (from > 0) {
                return episode.readDoubles(path, from - 1, to - 1);
            }
            long resets = episode.info(initialPath).rows();
            double[] first = episode.readDoubles(initialPath, resets - 1, resets);
            double[] later = episode.readDoubles(path, 0, to - 1);
            double[] all = new double[first.length + later.length];
            System.arraycopy(first, 0, all, 0, first.length);
            System.arraycopy(later, 0, all, first.length, later.length);
            return all;
        };
    }

    /** A number for each frame. */
    static RowSource each(DType dtype, Value value) {
        return (episode, from, to) -> {
            ByteBuffer rows = Elements.room(dtype, (int) (to - from));
            for (int row = 0; row < to - from; row++) {
                Elements.putDouble(dtype, rows, row, value.of(episode, from + row));
            }
            return rows.array();
        };
    }
}
