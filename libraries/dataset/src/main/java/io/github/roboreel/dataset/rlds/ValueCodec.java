package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.JpegFrames;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.rlds.ExampleReader.ListKind;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * How the values of one feature are declared, stored and read.
 *
 * @param encoding what stands in the list of an Example
 * @param dtype element type; uint8 for a text
 * @param shape of one value; -1 for one size that may differ
 */
record ValueCodec(Encoding encoding, DType dtype, List<Long> shape) {
    /** What stands in the list of an Example. */
    enum Encoding {
        /** A text in UTF-8. */
        TEXT,
        /** Numbers as float32 or int64: exact for all types but float64. */
        NONE,
        /** The bytes of one value. */
        BYTES,
        /** The same, compressed. */
        ZLIB,
        /** A picture file: of colours, uint8, or of depth, uint16. */
        PNG,
        /** A picture file of colours that is not exactly what was recorded. */
        JPEG;

        boolean isPicture() {
            return this == PNG || this == JPEG;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String PACKAGE = "tensorflow_datasets.core.features.";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int ITEM = 1;
    /** Larger rows are compressed: depth maps, masks. */
    private static final int MAX_PACKED_ELEMENTS = 1024;
    /** What a picture that cannot come back exactly counts as. */
    private static final byte PICTURE = 1;

    static ValueCodec text() {
        return new ValueCodec(Encoding.TEXT, DType.UINT8, List.of());
    }

    /** For one row of an array as one value. */
    static ValueCodec ofRow(FieldInfo field, ImageFormat images) {
        if (field.dtype().isText()) {
            return text();
        }
        if (field.isDepthImage()) {
            return new ValueCodec(Encoding.PNG, field.dtype(), field.rowShape());
        }
        return field.isImage()
                ? new ValueCodec(Encoding.valueOf(images.name()), field.dtype(), field.rowShape())
                : ofRow(field.dtype(), field.rowShape());
    }

    /** For values of that shape: exact, in reasonable room. */
    static ValueCodec ofRow(DType dtype, List<Long> shape) {
        if (elements(shape) > MAX_PACKED_ELEMENTS) {
            return new ValueCodec(Encoding.ZLIB, dtype, shape);
        }
        Encoding wide = shape.isEmpty() ? Encoding.BYTES : Encoding.ZLIB;
        return new ValueCodec(dtype == DType.FLOAT64 ? wide : Encoding.NONE, dtype, shape);
    }

    /** For all rows of an array, however many, as one value; texts as their bytes. */
    static ValueCodec ofWhole(FieldInfo field) {
        List<Long> shape = new ArrayList<>(List.of(-1L));
        shape.addAll(field.rowShape());
        return new ValueCodec(Encoding.ZLIB, field.dtype().isText() ? DType.UINT8 : field.dtype(), shape);
    }

    /** As a node of {@code features.json} declares it, which is no dict and no sequence. */
    static ValueCodec of(JsonNode node) {
        boolean isImage = node.has("image");
        JsonNode content = isImage ? node.get("image") : node.path("tensor");
        String encoding = content.path(isImage ? "encodingFormat" : "encoding").asText(Encoding.TEXT.label());
        DType dtype = content.has("dtype") ? DType.of(content.get("dtype").asText()) : DType.UINT8;
        JsonNode sizes = content.path("shape").path("dimensions");
        List<Long> shape = StreamSupport.stream(sizes.spliterator(), false)
                .map(JsonNode::asLong)
                .toList();
        return new ValueCodec(Encoding.valueOf(encoding.toUpperCase(Locale.ROOT)), dtype, shape);
    }

    private static long elements(List<Long> shape) {
        return shape.stream().reduce(1L, Math::multiplyExact);
    }

    /** The list that takes the values. */
    ListKind kind() {
        if (encoding != Encoding.NONE) {
            return ListKind.BYTES;
        }
        return dtype.isFloating() ? ListKind.FLOAT : ListKind.INT64;
    }

    boolean isPicture() {
        return encoding.isPicture();
    }

    /** Whether readers get back what was recorded. */
    boolean isLossless() {
        return encoding != Encoding.JPEG;
    }

    /** Items of the list that one value takes. */
    long itemsPerValue() {
        return encoding == Encoding.NONE ? elements(shape) : 1;
    }

    /** The feature's node of {@code features.json}, in the JSON form of TFDS's protobuf messages. */
    ObjectNode declaration() {
        if (encoding == Encoding.TEXT) {
            return node("text_feature.Text", "text", JSON.objectNode());
        }
        ObjectNode content = JSON.objectNode();
        // Sizes are int64, which this JSON writes as text; a scalar has none.
        ObjectNode sizes = content.putObject("shape");
        if (!shape.isEmpty()) {
            ArrayNode dimensions = sizes.putArray("dimensions");
            shape.forEach(size -> dimensions.add(size.toString()));
        }
        content.put("dtype", dtype.label()).put(isPicture() ? "encodingFormat" : "encoding", encoding.label());
        if (isPicture()) {
            return node("image_feature.Image", "image", content);
        }
        boolean isScalar = shape.isEmpty() && encoding == Encoding.NONE;
        return node(isScalar ? "scalar.Scalar" : "tensor_feature.Tensor", "tensor", content);
    }

    /** A node of that class. */
    static ObjectNode node(String pythonClass, String kind, ObjectNode content) {
        ObjectNode node = JSON.objectNode().put("pythonClassName", PACKAGE + pythonClass);
        node.set(kind, content);
        return node;
    }

    /**
     * Adds values to a list.
     *
     * @param rows values as recorded: little-endian, row-major
     * @param count how many values {@code rows} holds; texts are handed over one at a time
     */
    void write(byte[] rows, int count, CodedOutputStream list) throws IOException {
        if (encoding == Encoding.NONE) {
            ByteBuffer values = Elements.of(rows);
            for (int i = 0; i < rows.length / dtype.bytes(); i++) {
                writeNumber(values, i, list);
            }
            return;
        }
        if (encoding == Encoding.TEXT && count != 1) {
            throw new IllegalArgumentException(count + " texts in one piece; hand over each");
        }
        for (int row = 0; row < count; row++) {
            writeValue(rows, row, rows.length / count, list);
        }
    }

    private void writeNumber(ByteBuffer values, int index, CodedOutputStream list) throws IOException {
        if (dtype.isFloating()) {
            list.writeFixed32NoTag(Elements.getFloatBits(dtype, values, index));
        } else {
            list.writeInt64NoTag(Elements.getLong(dtype, values, index));
        }
    }

    private void writeValue(byte[] rows, int row, int rowBytes, CodedOutputStream list) throws IOException {
        switch (encoding) {
            case PNG, JPEG -> list.writeByteArray(ITEM, picture(rows, row));
            case ZLIB -> list.writeByteArray(ITEM, deflated(rows, row * rowBytes, rowBytes));
            default -> {
                list.writeTag(ITEM, WireFormat.WIRETYPE_LENGTH_DELIMITED);
                list.writeUInt32NoTag(rowBytes);
                list.write(rows, row * rowBytes, rowBytes);
            }
        }
    }

    private byte[] picture(byte[] rows, int frame) throws IOException {
        if (encoding == Encoding.JPEG) {
            return JpegFrames.encode(rows, frame, width(), height());
        }
        return PngFrames.encode(dtype, rows, frame, width(), height());
    }

    private int height() {
        return Math.toIntExact(shape.get(0));
    }

    private int width() {
        return Math.toIntExact(shape.get(1));
    }

    private static byte[] deflated(byte[] bytes, int from, int length) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(bytes, from, length);
        }
        return packed.toByteArray();
    }

    /**
     * The value that an item of a list of bytes holds.
     *
     * @return as it was handed to {@link #write}; {@link #asReadBack} of a lossy picture
     * @throws IOException when the item is none of this feature
     */
    byte[] read(byte[] item) throws IOException {
        return switch (encoding) {
            case PNG -> PngFrames.decode(dtype, item, width(), height());
            case JPEG -> checked(item);
            case ZLIB -> inflated(item);
            default -> item;
        };
    }

    private byte[] checked(byte[] jpeg) throws IOException {
        JpegFrames.requirePicture(jpeg, width(), height());
        return new byte[] {PICTURE};
    }

    private static byte[] inflated(byte[] packed) throws IOException {
        try (InflaterInputStream inflated = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            return inflated.readAllBytes();
        }
    }

    /** What rows that were written count as when they are read: of a lossy picture it is only known to be one. */
    byte[] asReadBack(byte[] rows, int count) {
        if (isLossless()) {
            return rows;
        }
        byte[] pictures = new byte[count];
        Arrays.fill(pictures, PICTURE);
        return pictures;
    }
}
