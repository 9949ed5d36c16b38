package io.github.roboreel.dataset.rlds;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * One feature of an episode, its values already encoded: the lengths around them follow from it.
 *
 * @param key name of the feature
 * @param kind of its list
 * @param offset of the values in the scratch file
 * @param bytes of the values; for a bytes list with a tag and a length before each
 */
record ExampleEntry(String key, ListKind kind, long offset, long bytes) {
    private static final int KEY = 1;
    private static final int VALUE = 2;
    private static final int ITEM = 1;

    /** Bytes in the features of the Example, with tag and length. */
    long size() {
        return delimited(entryBytes());
    }

    /** Bytes of a field that holds so many, with tag and length. */
    static long delimited(long bytes) {
        return 1 + CodedOutputStream.computeUInt64SizeNoTag(bytes) + bytes;
    }

    /** Tag and length of a field; its bytes follow. */
    static void writeHead(CodedOutputStream out, int field, long bytes) throws IOException {
        out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        out.writeUInt64NoTag(bytes);
    }

    /** Everything before the values. */
    void writeHead(CodedOutputStream out) throws IOException {
        writeHead(out, ITEM, entryBytes());
        out.writeString(KEY, key);
        writeHead(out, VALUE, delimited(listBytes()));
        writeHead(out, kind.field(), listBytes());
        if (kind.isPacked() && bytes > 0) {
            writeHead(out, ITEM, bytes);
        }
    }

    private long entryBytes() {
        return CodedOutputStream.computeStringSize(KEY, key) + delimited(delimited(listBytes()));
    }

    private long listBytes() {
        return kind.isPacked() && bytes > 0 ? delimited(bytes) : bytes;
    }
}
