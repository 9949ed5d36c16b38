package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.format.names.NameOrder;
import io.github.roboreel.recorder.hdf5.lib.TextHeap;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.jhdf.AbstractNode;
import io.jhdf.Constants;
import io.jhdf.HdfFile;
import io.jhdf.ObjectHeader;
import io.jhdf.api.Attribute;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.dataset.DatasetBase;
import io.jhdf.object.message.AttributeInfoMessage;
import io.jhdf.object.message.DataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessageV4;
import io.jhdf.object.message.LinkInfoMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Used part of an open file, counted as the native reader's {@code RunFileSpace} counts it: superblock, object headers,
 * chunks and their extensible arrays, the heap of texts, which takes them in the order in which the native reader meets
 * them. Only files made of these, as RoboReel writes them, are measured. Layout: HDF5 File Format Specification 3.0,
 * sections IV.A.1.b and VII.C.
 */
final class UsedSpace {
    private static final int SUPERBLOCK_BYTES = 48;
    private static final int ADDRESS_BYTES = 8;
    private static final int ARRAY_HEADER_BYTES = 72;
    private static final int ARRAY_BLOCK_FRAME_BYTES = 18;

    /** Says that there is something whose size is not known here. */
    private static final class UnknownStructure extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private final HdfFile file;
    private final IoFunction<DatasetBase, DatasetInfo> describer;
    private final Set<Long> seen = new HashSet<>();
    private final Deque<Node> open = new ArrayDeque<>();
    private final TextHeap heap = new TextHeap();
    private long bytes = SUPERBLOCK_BYTES;

    UsedSpace(HdfFile file, IoFunction<DatasetBase, DatasetInfo> describer) {
        this.file = file;
        this.describer = describer;
    }

    /** Bytes in use; empty when the file holds what RoboReel does not write. */
    OptionalLong bytes() throws IOException {
        try {
            if (file.getHdfBackingStorage().getSizeOfOffsets() != ADDRESS_BYTES) {
                return OptionalLong.empty();
            }
            add(file.getNodeByAddress(file.getAddress()));
            while (!open.isEmpty()) {
                count(open.pop());
            }
            return OptionalLong.of(bytes + heap.bytes());
        } catch (UnknownStructure e) {
            return OptionalLong.empty();
        }
    }

    private void add(Node node) throws IOException {
        if (node.isLink()) {
            throw new UnknownStructure();
        }
        if (seen.add(node.getAddress())) {
            open.push(node);
        }
    }

    private void count(Node node) throws IOException {
        if (!(node instanceof AbstractNode object)) {
            throw new UnknownStructure();
        }
        requireCompact(object.getHeader());
        bytes += new HeaderSpace(this::at).bytes(node.getAddress()).orElseThrow(UnknownStructure::new);
        Map<String, Attribute> attributes = node.getAttributes();
        attributes.keySet().stream().sorted(NameOrder.BYTES).forEach(name -> addTexts(attributes.get(name)));
        if (node instanceof DatasetBase dataset) {
            long stored = describer.apply(dataset).storedBytes();
            bytes += stored + indexBytes(dataset.getHeader(), stored > 0);
        } else if (node instanceof Group group) {
            List<Node> children = new ArrayList<>(group.getChildren().values());
            // The first one is pushed last, so that it is counted next, as the native library visits them.
            Collections.reverse(children);
            for (Node child : children) {
                add(child);
            }
        } else {
            throw new UnknownStructure();
        }
    }

    /** Many attributes or links may be kept outside the header. */
    private static void requireCompact(ObjectHeader header) throws IOException {
        boolean isDense = header.getMessagesOfType(AttributeInfoMessage.class).stream()
                        .anyMatch(info -> info.getFractalHeapAddress() != Constants.UNDEFINED_ADDRESS)
                || header.getMessagesOfType(LinkInfoMessage.class).stream()
                        .anyMatch(info -> info.getFractalHeapAddress() != Constants.UNDEFINED_ADDRESS);
        if (isDense) {
            throw new UnknownStructure();
        }
    }

    private void addTexts(Attribute attribute) {
        if (AttributeValues.isNull(attribute.getDataSpace())
                || !new StoredElementType(attribute.getDataType()).isVariableText()) {
            return;
        }
        ByteBuffer places = attribute.getBuffer().duplicate().rewind().order(ByteOrder.LITTLE_ENDIAN);
        int placeBytes = attribute.getDataType().getSize();
        for (int at = 0; at + placeBytes <= places.limit(); at += placeBytes) {
            heap.add(places.getInt(at) & 0xffff_ffffL);
        }
    }

    private long indexBytes(ObjectHeader header, boolean hasChunks) throws IOException {
        DataLayoutMessage layout = header.getMessageOfType(DataLayoutMessage.class);
        if (layout instanceof ChunkedDataLayoutMessageV4 chunked) {
            return switch (chunked.getIndexingType()) {
                case ChunkedDataLayoutMessageV4.SINGLE_CHUNK_INDEX, ChunkedDataLayoutMessageV4.IMPLICIT_INDEX -> 0;
                case ChunkedDataLayoutMessageV4.EXTENSIBLE_ARRAY_INDEX -> arrayBytes(chunked.getAddress(), hasChunks);
                default -> throw new UnknownStructure();
            };
        }
        if (layout instanceof ChunkedDataLayoutMessage) {
            throw new UnknownStructure();
        }
        return 0;
    }

    /** An array without chunks may have its index block; the native reader does not count all of that then. */
    private long arrayBytes(long address, boolean hasChunks) throws IOException {
        if (address == Constants.UNDEFINED_ADDRESS) {
            return 0;
        }
        ByteBuffer header = at(address, ARRAY_HEADER_BYTES);
        int elementBytes = header.get(6);
        int mostElementsBits = header.get(7);
        int ownElements = header.get(8);
        int leastInBlock = header.get(9);
        int leastBlocks = header.get(10);
        long sum = ARRAY_HEADER_BYTES + header.getLong(20) + header.getLong(36);
        if (header.getLong(60) == Constants.UNDEFINED_ADDRESS || leastInBlock < 1 || leastBlocks < 1) {
            return sum;
        }
        int superBlocks = 1 + mostElementsBits - log2(leastInBlock);
        int pointers = 2 * (leastBlocks - 1) + (hasChunks ? superBlocks : 0) - 2 * log2(leastBlocks);
        return sum + ARRAY_BLOCK_FRAME_BYTES + (long) ownElements * elementBytes + (long) pointers * ADDRESS_BYTES;
    }

    private static int log2(int powerOfTwo) {
        return Integer.numberOfTrailingZeros(powerOfTwo);
    }

    private ByteBuffer at(long address, int count) {
        return file.getHdfBackingStorage()
                .readBufferFromAddress(address, count)
                .duplicate()
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
