package io.github.roboreel.dataset.rlds;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.rlds.ExampleReader.ListKind;
import io.github.roboreel.format.fault.IoConsumer;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Builds one {@code tf.train.Example} after the other. Values go to a scratch file until all lengths are known, so an
 * episode needs no memory. Equal values give equal bytes.
 */
final class ExampleBuilder implements Closeable {
    /** Protobuf's readers stop at 2^31 - 1. */
    static final long MAX_PAYLOAD_BYTES = Integer.MAX_VALUE;

    private static final int FEATURES = 1;
    private static final int BUFFER_BYTES = 1 << 14;
    private static final int COPY_BYTES = 1 << 20;

    private final Path path;
    private final FileChannel scratch;
    private final long mostBytes;
    private final List<Entry> entries = new ArrayList<>();
    private final byte[] copy = new byte[COPY_BYTES];
    private String where = "";

    /**
     * Of no Example yet.
     *
     * @param path of the scratch file, which must not exist; it is removed in the end
     * @param mostBytes how long an Example may be
     */
    ExampleBuilder(Path path, long mostBytes) throws IOException {
        this.path = path;
        this.mostBytes = mostBytes;
        scratch = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Starts an Example; {@code source} is where its episode is, for messages. */
    void begin(String source) throws IOException {
        where = source;
        entries.clear();
        scratch.truncate(0);
        scratch.position(0);
    }

    /**
     * Adds a feature.
     *
     * @throws ExportRefusedException when the Example becomes too large
     */
    void add(String key, ListKind kind, IoConsumer<CodedOutputStream> values) throws IOException {
        long offset = scratch.position();
        CodedOutputStream list = CodedOutputStream.newInstance(new LimitedStream(), BUFFER_BYTES);
        values.accept(list);
        list.flush();
        entries.add(new Entry(key, kind, offset, scratch.position() - offset));
    }

    /** Length of the serialized Example. */
    long payloadBytes() {
        long bytes = delimited(featuresBytes());
        requireSize(bytes);
        return bytes;
    }

    /** Writes the serialized Example, features sorted by key. */
    void writeTo(OutputStream out) throws IOException {
        CodedOutputStream heads = CodedOutputStream.newInstance(out, BUFFER_BYTES);
        writeHead(heads, FEATURES, featuresBytes());
        for (Entry entry :
                entries.stream().sorted(Comparator.comparing(Entry::key)).toList()) {
            entry.writeHead(heads);
            heads.flush();
            copyScratch(entry.offset, entry.bytes, out);
        }
        heads.flush();
    }

    private void copyScratch(long offset, long length, OutputStream out) throws IOException {
        long end = offset + length;
        for (long at = offset; at < end; ) {
            int wanted = (int) Math.min(copy.length, end - at);
            int got = scratch.read(ByteBuffer.wrap(copy, 0, wanted), at);
            if (got <= 0) {
                throw new IOException(path + " ends early, at byte " + at + "; export again");
            }
            out.write(copy, 0, got);
            at += got;
        }
    }

    private long featuresBytes() {
        return entries.stream()
                .mapToLong(entry -> delimited(entry.entryBytes()))
                .sum();
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

    /** Bytes of a field that holds so many, with tag and length. */
    private static long delimited(long bytes) {
        return 1 + CodedOutputStream.computeUInt64SizeNoTag(bytes) + bytes;
    }

    /** Tag and length of a field; its bytes follow. */
    private static void writeHead(CodedOutputStream out, int field, long bytes) throws IOException {
        out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        out.writeUInt64NoTag(bytes);
    }

    @Override
    public void close() throws IOException {
        scratch.close();
        Files.deleteIfExists(path);
    }

    /**
     * One feature of an episode, its values already encoded: the lengths around them follow from it.
     *
     * @param key name of the feature
     * @param kind of its list
     * @param offset of the values in the scratch file
     * @param bytes of the values; for a bytes list with a tag and a length before each
     */
    private record Entry(String key, ListKind kind, long offset, long bytes) {
        private static final int KEY = 1;
        private static final int VALUE = 2;
        private static final int ITEM = 1;

        /** Everything before the values. */
        void writeHead(CodedOutputStream out) throws IOException {
            ExampleBuilder.writeHead(out, ITEM, entryBytes());
            out.writeString(KEY, key);
            ExampleBuilder.writeHead(out, VALUE, delimited(listBytes()));
            ExampleBuilder.writeHead(out, kind.field(), listBytes());
            if (kind.isPacked() && bytes > 0) {
                ExampleBuilder.writeHead(out, ITEM, bytes);
            }
        }

        private long entryBytes() {
            return CodedOutputStream.computeStringSize(KEY, key) + delimited(delimited(listBytes()));
        }

        private long listBytes() {
            return kind.isPacked() && bytes > 0 ? delimited(bytes) : bytes;
        }
    }

    private final class LimitedStream extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            requireSize(scratch.position() + length);
            ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
            while (rest.hasRemaining()) {
                scratch.write(rest);
            }
        }
    }
}
