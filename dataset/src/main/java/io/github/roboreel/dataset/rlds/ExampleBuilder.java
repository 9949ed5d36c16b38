package io.github.roboreel.dataset.rlds;

import com.google.protobuf.CodedOutputStream;
import io.github.roboreel.dataset.ExportRefusedException;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Builds one {@code tf.train.Example} after the other. Values go to a scratch file until all lengths are known, so an
 * episode needs no memory. Equal values give equal bytes.
 */
final class ExampleBuilder implements Closeable {
    /** Writes the values of one list: numbers without tags, byte strings as field 1. */
    @FunctionalInterface
    interface Values {
        void write(CodedOutputStream list) throws IOException;
    }

    /** Protobuf's readers stop at 2^31 - 1. */
    static final long MAX_PAYLOAD_BYTES = Integer.MAX_VALUE;

    private static final int FEATURES = 1;
    private static final int BUFFER_BYTES = 1 << 16;

    private static final Comparator<ExampleEntry> BY_KEY = Comparator.comparing(ExampleEntry::key);

    private final ScratchFile scratch;
    private final long mostBytes;
    private final List<ExampleEntry> entries = new ArrayList<>();
    private String where = "";

    ExampleBuilder(Path scratch, long mostBytes) throws IOException {
        this.scratch = new ScratchFile(scratch);
        this.mostBytes = mostBytes;
    }

    /** Starts an Example; {@code source} is where its episode is, for messages. */
    void begin(String source) throws IOException {
        where = source;
        entries.clear();
        scratch.clear();
    }

    /**
     * Adds a feature.
     *
     * @throws ExportRefusedException when the Example becomes too large
     */
    void add(String key, ListKind kind, Values values) throws IOException {
        long offset = scratch.size();
        CodedOutputStream list = CodedOutputStream.newInstance(new LimitedStream(), BUFFER_BYTES);
        values.write(list);
        list.flush();
        entries.add(new ExampleEntry(key, kind, offset, scratch.size() - offset));
    }

    /** Length of the serialized Example. */
    long payloadBytes() {
        long bytes = ExampleEntry.delimited(featuresBytes());
        requireSize(bytes);
        return bytes;
    }

    /** Writes the serialized Example, features sorted by key. */
    void writeTo(OutputStream out) throws IOException {
        CodedOutputStream heads = CodedOutputStream.newInstance(out, BUFFER_BYTES);
        ExampleEntry.writeHead(heads, FEATURES, featuresBytes());
        for (ExampleEntry entry : entries.stream().sorted(BY_KEY).toList()) {
            entry.writeHead(heads);
            heads.flush();
            scratch.copy(entry.offset(), entry.bytes(), out);
        }
        heads.flush();
    }

    private long featuresBytes() {
        return entries.stream().mapToLong(ExampleEntry::size).sum();
    }

    private void requireSize(long bytes) {
        if (bytes > mostBytes) {
            throw new ExportRefusedException(where
                    + " takes more than "
                    + mostBytes
                    + " bytes in one record, the most that protobuf's readers take, and an"
                    + " episode cannot be split; leave it out, or store its pictures with"
                    + " the image format JPEG");
        }
    }

    @Override
    public void close() throws IOException {
        scratch.close();
    }

    private final class LimitedStream extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            requireSize(scratch.size() + length);
            scratch.write(bytes, from, length);
        }
    }
}
