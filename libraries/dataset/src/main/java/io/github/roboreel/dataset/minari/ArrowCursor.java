package io.github.roboreel.dataset.minari;

import static io.github.roboreel.dataset.minari.ArrowBatch.require;

import io.github.roboreel.dataset.minari.ArrowBatch.Extent;
import io.github.roboreel.dataset.minari.ArrowColumn.Presence;
import java.io.IOException;
import java.util.Optional;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Type;

/** Goes along the nodes and buffers of a batch, which are in the order of its columns. For one thread. */
final class ArrowCursor {
    private static final int MAX_LEVELS = 32;
    private static final int MAX_FIELDS = 1 << 14;

    private final ArrowBatch batch;
    private int nodes;
    private int buffers;
    private int fields;

    ArrowCursor(ArrowBatch batch) {
        this.batch = batch;
    }

    /** Begins a column, or what one is made of. */
    void enter(Field field, int level) throws IOException {
        fields++;
        require(fields <= MAX_FIELDS && level <= MAX_LEVELS, "has more columns than an episode can have");
        require(field.dictionary() == null, "has columns in dictionaries, which Minari does not write");
    }

    /**
     * Takes the next node with its bits.
     *
     * @param needed how many elements it has at least
     * @param perRow how many of them in a row of the column
     * @param first index of the first one
     * @return which of the elements there are; empty when all
     */
    Optional<Presence> node(long needed, long perRow, long first) throws IOException {
        FieldNode node = batch.node(nodes++);
        Extent bits = batch.buffer(buffers++);
        require(node.length() >= needed, "has a column of %s values, but %s are needed", node.length(), needed);
        if (node.nullCount() == 0) {
            return Optional.empty();
        }
        require(bits.length() >= bytesOfBits(node.length()), "does not say which values of a column there are");
        return Optional.of(new Presence(bits, perRow, first));
    }

    /** Takes the next buffer, which must be long enough. */
    Extent buffer(String path, long bytes) throws IOException {
        Extent buffer = batch.buffer(buffers++);
        require(buffer.length() >= bytes, "has %s bytes of '%s', but its rows need %s", buffer.length(), path, bytes);
        return buffer;
    }

    static long bytesOfBits(long bits) {
        return bits / Byte.SIZE + (bits % Byte.SIZE == 0 ? 0 : 1);
    }

    /** Passes over a column of a type that is not read. */
    void skip(Field field, int level) throws IOException {
        enter(field, level);
        nodes++;
        buffers += switch (field.typeType()) {
            case Type.Null -> 0;
            case Type.Struct_, Type.FixedSizeList -> 1;
            case Type.Int, Type.FloatingPoint, Type.Bool, Type.Decimal, Type.Date, Type.Time, Type.Timestamp -> 2;
            case Type.Interval, Type.Duration, Type.FixedSizeBinary, Type.List, Type.LargeList, Type.Map -> 2;
            case Type.Utf8, Type.Binary, Type.LargeUtf8, Type.LargeBinary -> 3;
            default -> throw new IOException("has a column '" + field.name() + "' of a type that is not read");
        };
        for (int i = 0; i < field.childrenLength(); i++) {
            skip(field.children(i), level + 1);
        }
    }
}
