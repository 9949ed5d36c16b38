package io.github.roboreel.recorder.schema;

/**
 * A field of one particular schema: its declaration and its place in a row. Obtained from
 * {@link FieldSchema#field(String)} once, used as a handle with every step. Immutable.
 */
public final class Field {
    private final FieldSpec spec;
    private final int index;
    private final int offsetBytes;
    private final int imageIndex;
    private final int elements;
    private final int rowBytes;

    Field(FieldSpec spec, int index, int offsetBytes, int imageIndex) {
        this.spec = spec;
        this.index = index;
        this.offsetBytes = offsetBytes;
        this.imageIndex = imageIndex;
        this.elements = spec.elements();
        this.rowBytes = spec.rowBytes();
    }

    /** The declaration. */
    public FieldSpec spec() {
        return spec;
    }

    /** Position among the fields of the same phase, from 0. */
    public int index() {
        return index;
    }

    /** Where its values start in a row of its phase, in bytes; -1 for an image. */
    public int offsetBytes() {
        return offsetBytes;
    }

    /** Position among the images of the same phase, from 0; -1 when this is no image. */
    public int imageIndex() {
        return imageIndex;
    }

    /** Number of elements in one row. */
    public int elements() {
        return elements;
    }

    /** Size of one row in bytes. */
    public int rowBytes() {
        return rowBytes;
    }

    @Override
    public String toString() {
        return spec.path();
    }
}
