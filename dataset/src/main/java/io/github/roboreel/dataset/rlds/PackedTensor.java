package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Float16;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Numbers as they are, in a list of float32 or of int64: exact for all types but float64.
 *
 * @param dtype element type
 * @param shape of one value
 */
record PackedTensor(DType dtype, List<Long> shape) implements ValueCodec {
    /** Refuses the type that would be cut to float32, and texts. */
    PackedTensor {
        if (dtype.isText()) {
            throw new IllegalArgumentException("a text is no number");
        }
        if (dtype == DType.FLOAT64) {
            throw new IllegalArgumentException("float64 does not fit a list of float32");
        }
    }

    @Override
    public ListKind kind() {
        return dtype.isFloating() ? ListKind.FLOAT : ListKind.INT64;
    }

    @Override
    public ObjectNode declaration() {
        return FeatureNodes.tensor(dtype.label(), shape, "none");
    }

    @Override
    public void write(byte[] rows, int count, CodedOutputStream list) throws IOException {
        ByteBuffer values = ByteBuffer.wrap(rows).order(ByteOrder.LITTLE_ENDIAN);
        while (values.hasRemaining()) {
            writeNext(values, list);
        }
    }

    private void writeNext(ByteBuffer values, CodedOutputStream list) throws IOException {
        switch (dtype) {
            case FLOAT16 -> list.writeFixed32NoTag(Float16.widen(values.getShort()));
            case FLOAT32 -> list.writeFixed32NoTag(values.getInt());
            case INT8 -> list.writeInt64NoTag(values.get());
            case INT16 -> list.writeInt64NoTag(values.getShort());
            case INT32 -> list.writeInt64NoTag(values.getInt());
            case UINT32 -> list.writeInt64NoTag(Integer.toUnsignedLong(values.getInt()));
            case INT64, UINT64 -> list.writeInt64NoTag(values.getLong());
            case UINT8, BOOL -> list.writeInt64NoTag(Byte.toUnsignedInt(values.get()));
            case UINT16 -> list.writeInt64NoTag(Short.toUnsignedInt(values.getShort()));
            case FLOAT64, TEXT -> throw new IllegalStateException("refused by the constructor");
        }
    }
}
