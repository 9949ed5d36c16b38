package io.github.roboreel.recorder.hdf5.file;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.hdf5.lib.H5Type;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Types of a run file's fields and attributes, and encodings of these; fixed-size ones can be rewritten under SWMR. */
public final class AttributeTypes implements AutoCloseable {
    private static final int STATUS_BYTES = 16;
    private static final Set<Class<?>> SCALARS =
            Set.of(Long.class, Integer.class, Double.class, Boolean.class, String.class);

    private final H5Type text = H5Type.variableText();
    private final H5Type status = H5Type.text(STATUS_BYTES, false);
    private final H5Type metadata = H5Type.text(EpisodeMetadata.MAX_BYTES, true);
    private final H5Type bool = H5Type.bool();
    private final H5Type int64 = H5Type.int64();
    private final H5Type float64 = H5Type.float64();

    private final List<H5Type> ofFields = new ArrayList<>();

    /** Of the library, which must be loaded. */
    public AttributeTypes() throws IOException {}

    /** Type of a field's elements; stays open as long as this. */
    H5Type of(FieldSpec field) throws IOException {
        H5Type type = H5Type.of(field.dtype(), field.storedElementBytes());
        ofFields.add(type);
        return type;
    }

    /**
     * Creates an attribute, in the types that h5py reads as Python's own.
     *
     * @param value Long, Integer, Double, Boolean or text, or a list of Longs, of Doubles or of texts
     * @throws IllegalArgumentException when it is of a type that is not stored
     */
    public void create(H5Object object, String name, Object value) throws IOException {
        if (value instanceof Long number) {
            object.createAttribute(name, int64, int64(number));
        } else if (value instanceof Integer number) {
            object.createAttribute(
                    name, H5Type.of(DType.INT32, Integer.BYTES), Arrays.copyOf(int64(number), Integer.BYTES));
        } else if (value instanceof Double number) {
            object.createAttribute(name, float64, int64(Double.doubleToLongBits(number)));
        } else if (value instanceof Boolean flag) {
            object.createAttribute(name, bool, bool(flag));
        } else if (value instanceof String letters) {
            object.createText(name, text, letters);
        } else if (value instanceof List<?> list) {
            createList(object, name, list);
        } else {
            throw notStored(name, value);
        }
    }

    /**
     * Sets an attribute, replacing one of that name.
     *
     * @param value as of {@link #create}, but no list
     */
    public void replace(H5Object object, String name, Object value) throws IOException {
        if (value == null || !SCALARS.contains(value.getClass())) {
            throw notStored(name, value);
        }
        object.removeAttribute(name);
        create(object, name, value);
    }

    private static IllegalArgumentException notStored(String name, Object value) {
        return new IllegalArgumentException(Sentence.of(
                "attribute '%s' is neither a whole number of 32 or 64 bits nor a double, boolean or string; given %s",
                name, value));
    }

    private void createList(H5Object object, String name, List<?> list) throws IOException {
        if (list.get(0) instanceof String) {
            object.createTexts(name, text, list.stream().map(String.class::cast).toList());
            return;
        }
        boolean isWhole = list.get(0) instanceof Long;
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * list.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (Object number : list) {
            bytes.putLong(isWhole ? (Long) number : Double.doubleToLongBits((Double) number));
        }
        object.createAttribute(name, isWhole ? int64 : float64, list.size(), bytes.array());
    }

    void createVerdict(H5Object demo, DemoEnd recording) throws IOException {
        demo.createAttribute(AttributeNames.SUCCESS, bool, bool(false));
        demo.createAttribute(AttributeNames.STATUS, status, recording.statusBytes(STATUS_BYTES));
        demo.createAttribute(AttributeNames.EPISODE_METADATA, metadata, padded(recording.metadata()));
    }

    /** Rewrites a Long, Double or text; not while live readers may have the file open. */
    void rewrite(H5Object object, String name, Object value) throws IOException {
        if (value instanceof Long number) {
            rewriteInt64(object, name, number);
        } else if (value instanceof Double number) {
            object.rewriteAttribute(name, float64, int64(Double.doubleToLongBits(number)));
        } else if (value instanceof String letters) {
            rewriteText(object, name, letters);
        } else {
            throw notStored(name, value);
        }
    }

    void rewriteInt64(H5Object object, String name, long value) throws IOException {
        object.rewriteAttribute(name, int64, int64(value));
    }

    void rewriteText(H5Object object, String name, String value) throws IOException {
        object.rewriteText(name, text, value);
    }

    void rewriteVerdict(H5Object demo, DemoEnd end) throws IOException {
        demo.rewriteAttribute(AttributeNames.EPISODE_METADATA, metadata, padded(end.metadata()));
        demo.rewriteAttribute(AttributeNames.SUCCESS, bool, bool(end.status() == EpisodeStatus.SUCCESS));
        demo.rewriteAttribute(AttributeNames.STATUS, status, end.statusBytes(STATUS_BYTES));
    }

    private static byte[] padded(byte[] utf8) {
        return Arrays.copyOf(utf8, EpisodeMetadata.MAX_BYTES);
    }

    private static byte[] bool(boolean value) {
        return new byte[] {(byte) (value ? 1 : 0)};
    }

    private static byte[] int64(long value) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.putLong(value).array();
    }

    @Override
    public void close() throws IOException {
        List<H5Type> all = new ArrayList<>(List.of(text, status, metadata, bool));
        all.addAll(ofFields);
        for (H5Type type : all) {
            type.close();
        }
    }
}
