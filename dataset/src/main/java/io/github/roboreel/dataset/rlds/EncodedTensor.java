package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.github.roboreel.format.DType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.DeflaterOutputStream;

/**
 * Each value as a string of its bytes, exact for every type.
 *
 * @param dtype element type
 * @param shape of one value; -1 for one size that may differ
 * @param zlib whether the bytes are compressed
 */
record EncodedTensor(DType dtype, List<Long> shape, boolean zlib) implements ValueCodec {
    private static final int ITEM = 1;

    @Override
    public ListKind kind() {
        return ListKind.BYTES;
    }

    @Override
    public ObjectNode declaration() {
        return FeatureNodes.tensor(dtype.label(), shape, zlib ? "zlib" : "bytes");
    }

    @Override
    public void write(byte[] rows, int count, CodedOutputStream list) throws IOException {
        int rowBytes = rows.length / count;
        for (int row = 0; row < count; row++) {
            if (zlib) {
                list.writeByteArray(ITEM, deflated(rows, row * rowBytes, rowBytes));
            } else {
                list.writeTag(ITEM, WireFormat.WIRETYPE_LENGTH_DELIMITED);
                list.writeUInt32NoTag(rowBytes);
                list.write(rows, row * rowBytes, rowBytes);
            }
        }
    }

    private static byte[] deflated(byte[] bytes, int from, int length) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(bytes, from, length);
        }
        return packed.toByteArray();
    }
}
