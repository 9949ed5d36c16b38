package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import io.github.roboreel.dataset.DepthFrames;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.List;

/**
 * Depth images as PNG files of 16 bits, uint16 of one channel.
 *
 * @param height pixels
 * @param width pixels
 */
record EncodedDepth(int height, int width) implements ValueCodec {
    private static final int ITEM = 1;

    @Override
    public ListKind kind() {
        return ListKind.BYTES;
    }

    @Override
    public ObjectNode declaration() {
        return FeatureNodes.image(DType.UINT16.label(), List.of((long) height, (long) width, 1L), "png");
    }

    @Override
    public void write(byte[] rows, int count, CodedOutputStream list) throws IOException {
        for (int frame = 0; frame < count; frame++) {
            list.writeByteArray(ITEM, DepthFrames.encode(rows, frame, width, height));
        }
    }
}
