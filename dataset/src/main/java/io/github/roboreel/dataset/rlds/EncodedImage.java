package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Colour frames as picture files, uint8.
 *
 * @param height pixels
 * @param width pixels
 * @param format of the files
 */
record EncodedImage(int height, int width, ImageFormat format) implements ValueCodec {
    private static final int COLOURS = 3;
    private static final int ITEM = 1;

    @Override
    public ListKind kind() {
        return ListKind.BYTES;
    }

    @Override
    public ObjectNode declaration() {
        List<Long> shape = List.of((long) height, (long) width, (long) COLOURS);
        return FeatureNodes.image(DType.UINT8.label(), shape, format.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public void write(byte[] rows, int count, CodedOutputStream list) throws IOException {
        for (int frame = 0; frame < count; frame++) {
            list.writeByteArray(ITEM, file(rows, frame));
        }
    }

    private byte[] file(byte[] rows, int frame) throws IOException {
        return switch (format) {
            case PNG -> PngFrames.encode(rows, frame, width, height);
            case JPEG -> JpegFrames.encode(rows, frame, width, height);
        };
    }

    @Override
    public boolean isLossless() {
        return format == ImageFormat.PNG;
    }
}
