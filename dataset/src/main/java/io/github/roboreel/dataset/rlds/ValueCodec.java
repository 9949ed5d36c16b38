package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;

/** How the values of one feature are declared and stored. */
interface ValueCodec {
    /** The list that takes them. */
    ListKind kind();

    /** The feature's node of {@code features.json}. */
    ObjectNode declaration();

    /**
     * Adds values to a list.
     *
     * @param rows values as recorded: little-endian, row-major
     * @param count how many values {@code rows} holds
     */
    void write(byte[] rows, int count, CodedOutputStream list) throws IOException;

    /** Whether readers get back what was recorded. */
    default boolean isLossless() {
        return true;
    }
}
