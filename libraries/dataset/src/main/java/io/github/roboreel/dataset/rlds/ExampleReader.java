package io.github.roboreel.dataset.rlds;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.github.roboreel.format.fault.IoAction;
import java.io.IOException;
import java.io.InputStream;

/** Reads a serialized {@code tf.train.Example} value by value, knowing nothing of its writer. */
final class ExampleReader {
    /** The three lists of a {@code tf.train.Feature}, with their field numbers. */
    enum ListKind {
        /** Byte strings. */
        BYTES,
        /** Numbers of 32 bits. */
        FLOAT,
        /** Whole numbers. */
        INT64;

        int field() {
            return ordinal() + 1;
        }

        /** Whether all values stand in one length-delimited field. */
        boolean isPacked() {
            return this != BYTES;
        }
    }

    /** Takes the values of one list, in order. */
    interface Values {
        /** The next byte string. */
        void bytes(byte[] value) throws IOException;

        /** The bits of the next float32. */
        void floatBits(int value) throws IOException;

        /** The next whole number. */
        void int64(long value) throws IOException;

        /** There are no more. */
        void end() throws IOException;
    }

    /** Takes features. */
    @FunctionalInterface
    interface Visitor {
        /** A feature starts; what is returned takes its values. */
        Values feature(String key, ListKind kind) throws IOException;
    }

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FIRST = 1;
    private static final int SECOND = 2;

    private final CodedInputStream in;
    private final Visitor visitor;

    private ExampleReader(InputStream payload, Visitor visitor) {
        in = CodedInputStream.newInstance(payload, BUFFER_BYTES);
        this.visitor = visitor;
    }

    /**
     * Reads one.
     *
     * @throws IOException when the bytes are no Example
     */
    static void read(InputStream payload, Visitor visitor) throws IOException {
        ExampleReader reader = new ExampleReader(payload, visitor);
        reader.repeated(FIRST, () -> reader.repeated(FIRST, reader::entry));
    }

    private void entry() throws IOException {
        requireField(FIRST, in.readTag());
        String key = in.readStringRequireUtf8();
        requireField(SECOND, in.readTag());
        delimited(() -> feature(key));
        requireEnd();
    }

    private void feature(String key) throws IOException {
        int field = delimitedField(in.readTag());
        if (field < FIRST || field > ListKind.values().length) {
            throw new IOException("'" + key + "' has no list of values");
        }
        ListKind kind = ListKind.values()[field - 1];
        Values values = visitor.feature(key, kind);
        delimited(() -> list(kind, values));
        values.end();
        requireEnd();
    }

    private void list(ListKind kind, Values values) throws IOException {
        switch (kind) {
            case BYTES -> {
                for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                    requireField(FIRST, tag);
                    values.bytes(in.readByteArray());
                }
            }
            case FLOAT -> repeated(FIRST, () -> floats(values));
            case INT64 -> repeated(FIRST, () -> int64s(values));
        }
    }

    private void floats(Values values) throws IOException {
        while (!in.isAtEnd()) {
            values.floatBits(in.readFixed32());
        }
    }

    private void int64s(Values values) throws IOException {
        while (!in.isAtEnd()) {
            values.int64(in.readInt64());
        }
    }

    /** Fields of one number up to the end of what holds them. */
    private void repeated(int field, IoAction content) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            requireField(field, tag);
            delimited(content);
        }
    }

    private void delimited(IoAction content) throws IOException {
        int outer = in.pushLimit(in.readRawVarint32());
        content.run();
        if (!in.isAtEnd()) {
            throw new IOException("a message of the Example is longer than what is in it");
        }
        in.popLimit(outer);
    }

    private void requireEnd() throws IOException {
        if (in.readTag() != 0) {
            throw new IOException("a message of the Example has more fields than it should have");
        }
    }

    private static void requireField(int field, int tag) throws IOException {
        if (delimitedField(tag) != field) {
            throw new IOException("field " + field + " of the Example expected, tag " + tag + " found");
        }
    }

    private static int delimitedField(int tag) {
        boolean delimited = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
        return delimited ? WireFormat.getTagFieldNumber(tag) : 0;
    }
}
