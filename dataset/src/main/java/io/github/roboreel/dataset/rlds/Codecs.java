package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import java.util.ArrayList;
import java.util.List;

/** Which way of storing keeps the values of an array exactly, in reasonable room. */
final class Codecs {
    /** Larger rows are compressed: depth maps, masks. */
    private static final int MOST_PACKED_ELEMENTS = 1024;

    private Codecs() {}

    /** For one row of an array as one value. */
    static ValueCodec ofRow(FieldInfo field, ImageFormat images) {
        if (field.dtype().isText()) {
            return new TextCodec();
        }
        if (field.isDepthImage()) {
            return new EncodedDepth(field.height(), field.width());
        }
        return field.isImage()
                ? new EncodedImage(field.height(), field.width(), images)
                : ofRow(field.dtype(), field.rowShape());
    }

    static ValueCodec ofRow(DType dtype, List<Long> shape) {
        long elements = shape.stream().reduce(1L, Math::multiplyExact);
        if (elements > MOST_PACKED_ELEMENTS) {
            return new EncodedTensor(dtype, shape, true);
        }
        return dtype == DType.FLOAT64
                ? new EncodedTensor(dtype, shape, !shape.isEmpty())
                : new PackedTensor(dtype, shape);
    }

    /** For all rows of an array, however many, as one value; texts as their bytes. */
    static ValueCodec ofWhole(FieldInfo field) {
        List<Long> shape = new ArrayList<>(List.of(-1L));
        shape.addAll(field.rowShape());
        DType dtype = field.dtype().isText() ? DType.UINT8 : field.dtype();
        return new EncodedTensor(dtype, shape, true);
    }
}
