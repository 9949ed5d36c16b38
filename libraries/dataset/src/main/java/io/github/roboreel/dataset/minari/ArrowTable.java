package io.github.roboreel.dataset.minari;

import static io.github.roboreel.dataset.minari.ArrowBatch.require;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.minari.ArrowBatch.Extent;
import io.github.roboreel.dataset.minari.ArrowColumn.Presence;
import io.github.roboreel.dataset.minari.ArrowColumn.Values;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * The columns of one episode's Arrow file. Rows are read from where they are in the file, so that any of them costs its
 * own bytes, and none stays in memory. For one thread.
 */
final class ArrowTable implements AutoCloseable {
    private final Path path;
    private final FileChannel file;
    private final NavigableMap<String, ArrowColumn> columns;

    private ArrowTable(Path path, FileChannel file, NavigableMap<String, ArrowColumn> columns) {
        this.path = path;
        this.file = file;
        this.columns = columns;
    }

    /**
     * Opens a file and reads its metadata.
     *
     * @param declared what observations and actions should be, by path
     * @throws ExportRefusedException when it is damaged or not of a kind that is read
     */
    static ArrowTable open(Path path, NavigableMap<String, MinariArray> declared) throws IOException {
        FileChannel file = FileChannel.open(path);
        try {
            ArrowBatch batch = ArrowBatch.of(file);
            return new ArrowTable(path, file, new ArrowLayout(file, batch, declared).columns());
        } catch (IOException e) {
            file.close();
            throw new ExportRefusedException(
                    path + " " + Sentence.reasonOf(e) + "; repair the dataset, or write it again as HDF5");
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** All of them by path below the episode. */
    NavigableMap<String, ArrowColumn> columns() {
        return columns;
    }

    /** Whether it can still be read: a thread that is interrupted while it reads closes the file. */
    boolean isOpen() {
        return file.isOpen();
    }

    private ArrowColumn column(String name, long from, long to) throws IOException {
        ArrowColumn column = columns.get(name);
        require(column != null, "%s has no column '%s'", path, name);
        column.info();
        require(
                0 <= from && from <= to && to <= column.rows(),
                "rows %s to %s of '%s' in %s asked for, it has %s",
                from,
                to,
                name,
                path,
                column.rows());
        for (Presence present : column.present()) {
            requirePresent(name, present, from, to);
        }
        return column;
    }

    private void requirePresent(String name, Presence present, long from, long to) throws IOException {
        long first = present.first() + from * present.perRow();
        byte[] bits = bits(present.bits(), first, Math.toIntExact((to - from) * present.perRow()));
        for (int i = 0; i < bits.length; i++) {
            require(
                    bits[i] != 0,
                    "%s has no value in row %s of '%s', and a step has them all; repair the dataset",
                    path,
                    from + i / Math.max(1, present.perRow()),
                    name);
        }
    }

    /** Bits, a byte of 0 or 1 each. */
    private byte[] bits(Extent place, long first, int count) throws IOException {
        byte[] bits = new byte[count];
        if (count > 0) {
            long firstByte = first / Byte.SIZE;
            long bytes = (first + count - 1) / Byte.SIZE - firstByte + 1;
            ByteBuffer packed = ArrowBatch.read(file, new Extent(place.position() + firstByte, bytes));
            int skipped = (int) (first % Byte.SIZE);
            for (int i = 0; i < count; i++) {
                bits[i] = (byte) (packed.get((skipped + i) / Byte.SIZE) >> (skipped + i) % Byte.SIZE & 1);
            }
        }
        return bits;
    }

    /** Values of some rows, little-endian, row-major. */
    byte[] numbers(String name, long from, long to) throws IOException {
        ArrowColumn column = column(name, from, to);
        long elements = column.rowElements();
        Values values = column.values();
        long first = values.firstElement() + from * elements;
        return switch (values.form()) {
            case BITS -> bits(values.data(), first, Math.toIntExact((to - from) * elements));
            case NUMBERS -> {
                int bytes = column.dtype().bytes();
                Extent rows = new Extent(values.data().position() + first * bytes, (to - from) * elements * bytes);
                yield ArrowBatch.read(file, rows).array();
            }
            case PICTURES -> pictures(name, column, from, to);
            case BLOBS, TEXTS -> throw new IOException(path + " has no numbers in '" + name + "'");
        };
    }

    /** The declared shape takes no memory before a picture has it. */
    private byte[] pictures(String name, ArrowColumn column, long from, long to) throws IOException {
        int rowBytes = Math.toIntExact(column.rowElements());
        int height = column.rowShape().get(0).intValue();
        int width = column.rowShape().get(1).intValue();
        byte[] pixels = new byte[0];
        for (long row = from; row < to; row++) {
            byte[] frame = PngFrames.decode(strings(name, row, row + 1).get(0), width, height);
            if (row == from) {
                pixels = new byte[Math.multiplyExact(rowBytes, Math.toIntExact(to - from))];
            }
            System.arraycopy(frame, 0, pixels, (int) (row - from) * rowBytes, rowBytes);
        }
        return pixels;
    }

    /** Byte strings of some rows. */
    List<byte[]> strings(String name, long from, long to) throws IOException {
        ArrowColumn column = column(name, from, to);
        long[] ends = offsets(name, column, from, to);
        require(
                ends[ends.length - 1] <= column.values().data().length(),
                "%s has a row of '%s' that ends after its data; repair the dataset",
                path,
                name);
        List<byte[]> strings = new ArrayList<>();
        for (int i = 1; i < ends.length; i++) {
            Extent row = new Extent(column.values().data().position() + ends[i - 1], ends[i] - ends[i - 1]);
            strings.add(ArrowBatch.read(file, row).array());
        }
        return strings;
    }

    private long[] offsets(String name, ArrowColumn column, long from, long to) throws IOException {
        try {
            return column.values().offsets().read(file, from, to);
        } catch (IOException e) {
            throw new IOException(
                    Sentence.of("'%s' of %s %s; repair the dataset", name, path, Sentence.reasonOf(e)), e);
        }
    }

    /** All rows of texts. */
    List<String> texts(String name) throws IOException {
        ArrowColumn column = columns.get(name);
        return strings(name, 0, column == null ? 0 : column.rows()).stream()
                .map(utf8 -> new String(utf8, StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
