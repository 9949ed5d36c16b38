package io.github.roboreel.dataset.minari;

import io.github.roboreel.format.fault.Sentence;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/**
 * The only record batch of an Arrow file, as the file's metadata describe it. Whatever lengths these say are compared
 * with the file's before anything of them is read. Messages of failures say what the file is or has.
 *
 * @param schema types and names of the columns
 * @param message description of the batch
 * @param body where in the file its buffers are
 */
record ArrowBatch(Schema schema, RecordBatch message, Extent body) {
    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
    private static final int END_BYTES = Integer.BYTES + MAGIC.length;
    private static final int CONTINUATION = -1;
    private static final long MAX_METADATA_BYTES = 1 << 24;

    /**
     * A part of a file.
     *
     * @param position of its first byte
     * @param length in bytes
     */
    record Extent(long position, long length) {
        /** Whether it is in another one; both may say anything. */
        boolean isIn(Extent outer) {
            return position >= outer.position
                    && length >= 0
                    && length <= outer.length
                    && position - outer.position <= outer.length - length;
        }
    }

    /**
     * Reads what a file says of its batch.
     *
     * @throws IOException when it is no Arrow file, is damaged, or has another number of batches
     */
    static ArrowBatch of(FileChannel file) throws IOException {
        Extent whole = new Extent(0, file.size());
        try {
            Footer footer = Footer.getRootAsFooter(footer(file, whole));
            requirePlain(footer);
            Block block = footer.recordBatches(0);
            Extent metadata = new Extent(block.offset(), block.metaDataLength());
            Extent body = new Extent(block.offset() + block.metaDataLength(), block.bodyLength());
            require(metadata.isIn(whole) && body.isIn(whole), "says that its record batch is beyond its end");
            return new ArrowBatch(footer.schema(), batch(message(file, metadata)), body);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException e) {
            throw new IOException("has metadata that are damaged", e);
        }
    }

    private static ByteBuffer footer(FileChannel file, Extent whole) throws IOException {
        require(whole.length() > MAGIC.length + END_BYTES, "is shorter than any Arrow file");
        ByteBuffer end = read(file, new Extent(whole.length() - END_BYTES, END_BYTES));
        int length = end.getInt();
        byte[] magic = new byte[MAGIC.length];
        end.get(magic);
        require(Arrays.equals(magic, MAGIC), "does not end as an Arrow file does, so it is none or cut off");
        Extent footer = new Extent(whole.length() - END_BYTES - length, length);
        require(length > 0 && footer.isIn(whole), "says that its footer has %s bytes", length);
        return metadata(file, footer);
    }

    private static void requirePlain(Footer footer) throws IOException {
        require(
                footer.recordBatchesLength() == 1,
                "has %s record batches, but an episode is one",
                footer.recordBatchesLength());
        require(footer.dictionariesLength() == 0, "has columns in dictionaries, which Minari does not write");
        require(footer.schema().endianness() == Endianness.Little, "has numbers with their highest byte first");
    }

    /** A message begins with its length, since some years after a word of ones. */
    private static Message message(FileChannel file, Extent metadata) throws IOException {
        ByteBuffer bytes = metadata(file, metadata);
        if (bytes.getInt(0) == CONTINUATION) {
            bytes.position(Integer.BYTES);
        }
        bytes.position(bytes.position() + Integer.BYTES);
        return Message.getRootAsMessage(bytes.slice().order(ByteOrder.LITTLE_ENDIAN));
    }

    private static RecordBatch batch(Message message) throws IOException {
        require(message.headerType() == MessageHeader.RecordBatch, "has no record batch where it says");
        RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
        require(batch.compression() == null, "is compressed, and only uncompressed columns are read");
        require(batch.length() > 0, "has %s rows, but an episode has at least its first observation", batch.length());
        return batch;
    }

    private static ByteBuffer metadata(FileChannel file, Extent part) throws IOException {
        require(
                part.length() <= MAX_METADATA_BYTES,
                "says that its metadata have %s bytes, but at most %s are read",
                part.length(),
                MAX_METADATA_BYTES);
        return read(file, part);
    }

    /** Bytes of a file, little-endian; the part is known to be in it. */
    static ByteBuffer read(FileChannel file, Extent part) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(part.length())).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, part.position() + bytes.position()) < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
        }
        return bytes.flip();
    }

    /** Number of rows of each column, at least 1. */
    long rows() {
        return message.length();
    }

    /**
     * Description of a column, in the order of the schema.
     *
     * @throws IOException when there are not so many
     */
    FieldNode node(int index) throws IOException {
        require(index < message.nodesLength(), "describes fewer columns than it has");
        return message.nodes(index);
    }

    /**
     * Where a buffer is in the file, in the order of the schema.
     *
     * @throws IOException when there are not so many, or it is not in the batch
     */
    Extent buffer(int index) throws IOException {
        require(index < message.buffersLength(), "has fewer buffers than its columns need");
        Buffer buffer = message.buffers(index);
        Extent inside = new Extent(buffer.offset(), buffer.length());
        require(inside.isIn(new Extent(0, body.length())), "has a buffer that is not in its record batch");
        return new Extent(body.position() + inside.position(), inside.length());
    }

    /** Refuses the file unless something holds. */
    static void require(boolean holds, String pattern, Object... values) throws IOException {
        if (!holds) {
            throw new IOException(Sentence.of(pattern, values));
        }
    }
}
