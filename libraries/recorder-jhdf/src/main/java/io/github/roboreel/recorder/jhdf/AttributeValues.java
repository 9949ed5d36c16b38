package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.Elements;
import io.github.roboreel.format.names.NameOrder;
import io.github.roboreel.recorder.hdf5.lib.StoredValues;
import io.jhdf.api.Attribute;
import io.jhdf.api.Node;
import io.jhdf.object.datatype.EnumDataType;
import io.jhdf.object.datatype.FixedPoint;
import io.jhdf.object.datatype.FloatingPoint;
import io.jhdf.object.datatype.StringData;
import io.jhdf.object.message.DataSpace;
import io.jhdf.storage.HdfBackingStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Attributes as a Long, Double, Boolean or String, or a List of them. */
final class AttributeValues {
    private static final int NULL_SPACE = 2;

    private AttributeValues() {}

    /** All attributes of an object, in byte-wise name order. */
    static Map<String, Object> of(HdfBackingStorage file, Node object) throws IOException {
        return Damage.named(() -> {
            Map<String, Attribute> attributes = object.getAttributes();
            Map<String, Object> values = new LinkedHashMap<>();
            for (String name :
                    attributes.keySet().stream().sorted(NameOrder.BYTES).toList()) {
                values.put(name, of(file, attributes.get(name)));
            }
            return values;
        });
    }

    /** Whether there are no values at all, not even an empty list of them. */
    static boolean isNull(DataSpace space) {
        return space.getType() == NULL_SPACE;
    }

    private static Object of(HdfBackingStorage file, Attribute attribute) {
        if (isNull(attribute.getDataSpace())) {
            return "";
        }
        long[] shape = attribute.getDimensionsAsLong();
        int count = Math.toIntExact(attribute.getSize());
        List<Object> values = count == 0 ? List.of() : elements(file, attribute, count);
        return shape.length == 0 ? values.get(0) : List.copyOf(values);
    }

    private static List<Object> elements(HdfBackingStorage file, Attribute attribute, int count) {
        StoredElementType type = new StoredElementType(attribute.getDataType());
        if (type.isVariableText()) {
            return HeapTexts.of(file, attribute, count);
        }
        Function<byte[], Object> decoder = decoder(type);
        return decoder == null
                ? Collections.nCopies(count, "value of type " + type.name() + " not read")
                : elementsAsStored(attribute, type, count).stream().map(decoder).toList();
    }

    private static List<byte[]> elementsAsStored(Attribute attribute, StoredElementType type, int count) {
        ByteBuffer buffer = attribute.getBuffer().duplicate().rewind();
        List<byte[]> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] element = new byte[type.stored().getSize()];
            buffer.get(element);
            type.toLittleEndian(element, 1);
            elements.add(element);
        }
        return elements;
    }

    /** Null where nothing else reads such values either. */
    private static Function<byte[], Object> decoder(StoredElementType type) {
        if (type.stored() instanceof FixedPoint integer) {
            return bytes -> integer(bytes, integer.isSigned());
        }
        if (type.stored() instanceof FloatingPoint) {
            return type.dtype()
                    .<Function<byte[], Object>>map(dtype -> bytes -> Elements.getDouble(dtype, Elements.of(bytes), 0))
                    .orElse(null);
        }
        if (type.stored() instanceof EnumDataType choice) {
            return type.isBool()
                    ? bytes -> bytes[0] != 0
                    : bytes -> choice.getEnumMapping().getOrDefault((int) (long) integer(bytes, false), "");
        }
        return type.stored() instanceof StringData ? bytes -> StoredValues.text(bytes, type.isSpacePadded()) : null;
    }

    /** An unsigned number that no Long holds becomes the largest one, as in the native library. */
    private static Long integer(byte[] bytes, boolean isSigned) {
        ByteBuffer wide = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        wide.put(bytes);
        boolean isNegative = isSigned && bytes[bytes.length - 1] < 0;
        while (wide.hasRemaining()) {
            wide.put((byte) (isNegative ? 0xff : 0));
        }
        long value = wide.getLong(0);
        return !isSigned && value < 0 ? Long.MAX_VALUE : value;
    }
}
