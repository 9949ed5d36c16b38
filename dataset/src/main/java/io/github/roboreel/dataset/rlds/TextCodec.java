package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;

/** Texts in UTF-8, handed over one at a time. */
record TextCodec() implements ValueCodec {
    private static final int ITEM = 1;

    @Override
    public ListKind kind() {
        return ListKind.BYTES;
    }

    @Override
    public ObjectNode declaration() {
        return FeatureNodes.text();
    }

    @Override
    public void write(byte[] rows, int count, CodedOutputStream list) throws IOException {
        if (count != 1) {
            throw new IllegalArgumentException(count + " texts in one piece; hand over each");
        }
        list.writeByteArray(ITEM, rows);
    }
}
